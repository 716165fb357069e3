#include "collector/busy_locks.h"

#include <algorithm>

namespace hotlock::collector {

namespace {

constexpr uint64_t choice_interval = 100'000'000;  // ns
constexpr double busy_from = 10'000;               // sleeps a second
constexpr double idle_below = 3'000;
constexpr double designed_ratio = (1 << HL_GROUP_SHIFT) - 1;
constexpr uint64_t enough_recorded = 1'000;  // for a ratio of its own

}  // namespace

// What is called busy is in `busy` until choose() frees it, so that a sleep that began meanwhile
// still finds its slot; behind that it stands for itself alone.
void BusyLocks::count(EndedSleep& ended) {
    ++counts_[ended.sleep.address];
    if (!ended.busy) return;
    const auto* word = std::ranges::find(control_.busy, ended.sleep.address);
    if (word == std::end(control_.busy)) return;
    Slot& slot = slots_.at(static_cast<size_t>(word - std::begin(control_.busy)));
    ++slot.recorded;
    // A ratio above the designed one may be an odd first second: then only what is known is owed.
    const auto recorded = static_cast<double>(slot.recorded);
    const double known = std::max(recorded * designed_ratio, static_cast<double>(slot.skipped));
    const double owed = std::min(recorded * slot.ratio, known);
    // Where the ratio grows, what is owed for the past is spread over many.
    const double most = 2 * slot.ratio + 1;
    const double others = std::clamp(owed - static_cast<double>(slot.told), 0.0, most);
    ended.sleep.others = static_cast<uint32_t>(others);
    slot.told += ended.sleep.others;
}

uint64_t BusyLocks::counted_skips(size_t index) const {
    uint64_t sum = 0;
    for (const hl_counters& cpu : counters_)
        sum += cpu.skipped[index];
    return sum;
}

void BusyLocks::note_skips() {
    for (size_t i = 0; i < slots_.size(); i++)
        if (control_.busy[i] != 0) slots_.at(i).skipped = counted_skips(i) - slots_.at(i).before;
}

// Frees the slot of a lock that is no longer busy.
void BusyLocks::renew(size_t index, double seconds) {
    Slot& slot = slots_.at(index);
    const uint64_t word = control_.busy[index];
    const uint64_t sleeps = counts_[word] + slot.skipped - slot.at_choice;
    slot.at_choice = slot.skipped;
    if (slot.recorded >= enough_recorded)
        slot.ratio = static_cast<double>(slot.skipped) / static_cast<double>(slot.recorded);
    if (static_cast<double>(sleeps) < idle_below * seconds)
        __atomic_store_n(&control_.busy[index], 0U, __ATOMIC_RELAXED);
}

void BusyLocks::call_busy(uint64_t word) {
    if (std::ranges::find(control_.busy, word) != std::end(control_.busy)) return;
    auto* const free = std::ranges::find(control_.busy, 0U);
    if (free == std::end(control_.busy)) return;
    const auto index = static_cast<size_t>(free - std::begin(control_.busy));
    slots_.at(index) = {.before = counted_skips(index), .ratio = designed_ratio};
    __atomic_store_n(free, word, __ATOMIC_RELAXED);
    ever_ = true;
}

void BusyLocks::choose(uint64_t now) {
    if (!allowed_) return;
    if (chosen_at_ == 0) chosen_at_ = now;
    const uint64_t since = now - chosen_at_;
    const double seconds = static_cast<double>(std::max(since, choice_interval)) / 1e9;
    for (const auto& [word, sleeps] : counts_)
        if (static_cast<double>(sleeps) >= busy_from * seconds) call_busy(word);
    if (since < choice_interval) return;
    for (size_t i = 0; i < slots_.size(); i++)
        if (control_.busy[i] != 0) renew(i, seconds);
    counts_.clear();
    chosen_at_ = now;
}

std::string BusyLocks::limits() const {
    if (!ever_) return {};
    return "most waits for the busiest locks (they are counted, and those that were recorded stand "
           "for them; --every-wait records all)";
}

}  // namespace hotlock::collector
