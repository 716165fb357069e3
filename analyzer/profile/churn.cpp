// Struggles -> locks.
#include "analyzer/profile/churn.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "analyzer/profile/struggle.h"

namespace hotlock::profiling {

namespace {

constexpr size_t most_sites = 16;

// Bytes of the lock object: glibc's sysdeps/x86/nptl/bits/pthreadtypes-arch.h for x86-64.
uint64_t extent(LockKind kind) {
    switch (kind) {
        case LockKind::mutex:
            return 40;
        case LockKind::rwlock:
            return 56;
        case LockKind::spin:
        case LockKind::internal:
        case LockKind::futex:
            return 4;
    }
    return 4;
}

class Charger {
  public:
    Charger(std::vector<LockDraft>& drafts, StackTable& stacks);

    void charge(const Struggle& struggle);
    // Drops what is not worth a row.
    std::map<ThreadId, nanoseconds> finish(const TickTable& ticks);

  private:
    LockDraft* find(const Struggle& struggle);
    LockDraft& add(const Struggle& struggle);
    void describe(LockDraft& draft, const Struggle& struggle);

    using Place = std::pair<uint32_t, uint64_t>;  // pid, address of the lock
    using Threads = std::map<ThreadId, nanoseconds>;

    // Threads fight where more than one of them is met. One alone that stalls on its own lock is
    // disturbed by what else lies in the line.
    void forget_fights_of_one();

    std::vector<LockDraft>& drafts_;
    StackTable& stacks_;
    std::map<Place, size_t> by_place_;  // index of the draft
    size_t with_waits_;                 // drafts that come first
    std::map<Place, Threads> threads_;  // by lock
    std::set<Place> awaited_;           // locks that a futex call was made for
};

Charger::Charger(std::vector<LockDraft>& drafts, StackTable& stacks)
    : drafts_(drafts), stacks_(stacks), with_waits_(drafts.size()) {
    for (size_t i = 0; i < drafts.size(); i++) {
        drafts[i].churn = nanoseconds{0};
        by_place_.emplace(Place{drafts[i].key.pid, drafts[i].key.address}, i);
    }
}

// The lock that the word lies in.
LockDraft* Charger::find(const Struggle& struggle) {
    auto next = by_place_.upper_bound({struggle.pid, struggle.address});
    if (next == by_place_.begin()) return nullptr;
    const auto& [place, index] = *--next;
    LockDraft& draft = drafts_[index];
    const bool inside =
        place.first == struggle.pid && struggle.address - place.second < extent(draft.key.kind);
    return inside ? &draft : nullptr;
}

LockDraft& Charger::add(const Struggle& struggle) {
    LockDraft& draft = drafts_.emplace_back();
    draft.key = {struggle.pid, struggle.lock->address, struggle.lock->kind};
    draft.churn = nanoseconds{0};
    by_place_[{draft.key.pid, draft.key.address}] = drafts_.size() - 1;
    return draft;
}

// Who takes a lock is known from its waits; without them, from the places that fight for it.
void Charger::describe(LockDraft& draft, const Struggle& struggle) {
    draft.last_time = std::max(draft.last_time, struggle.ticks.last_time);
    note_acquirer(draft, struggle.stack, struggle.leaf, struggle.time());
    const StackId stack = intern(stacks_, std::span(struggle.stack).subspan(struggle.leaf));
    const auto same = [stack](const LockSite& site) { return site.stack == stack; };
    if (draft.sites.size() < most_sites && std::ranges::none_of(draft.sites, same))
        draft.sites.push_back(
            {stack, struggle.lock ? struggle.lock->mode : WaitMode::exclusive, {}});
}

void Charger::charge(const Struggle& struggle) {
    LockDraft* draft = find(struggle);
    if (draft == nullptr && struggle.lock) draft = &add(struggle);
    if (draft == nullptr) return;
    *draft->churn += struggle.time();
    if (draft->sums.waits == 0) describe(*draft, struggle);
    const Place place{draft->key.pid, draft->key.address};
    if (struggle.in_futex_call) awaited_.insert(place);
    Threads& threads = threads_[place];
    for (const auto& [thread, time] : struggle.ticks.threads)
        threads[thread] += time;
}

void Charger::forget_fights_of_one() {
    for (LockDraft& draft : drafts_) {
        const Place place{draft.key.pid, draft.key.address};
        const auto threads = threads_.find(place);
        if (draft.sums.waits > 0 || awaited_.contains(place) || threads == threads_.end() ||
            threads->second.size() > 1)
            continue;
        draft.churn = nanoseconds{0};
        threads_.erase(threads);
    }
}

std::map<ThreadId, nanoseconds> Charger::finish(const TickTable& ticks) {
    forget_fights_of_one();
    const auto first = drafts_.begin() + static_cast<std::ptrdiff_t>(with_waits_);
    std::stable_sort(first, drafts_.end(),
                     [](const auto& a, const auto& b) { return *a.churn > *b.churn; });
    const auto is_small = [&](const LockDraft& draft) {
        return draft.churn->count() == 0 || !ticks.matters(*draft.churn);
    };
    drafts_.erase(std::find_if(first, drafts_.end(), is_small), drafts_.end());
    Threads all;
    for (const auto& [place, threads] : threads_)
        for (const auto& [thread, time] : threads)
            all[thread] += time;
    return all;
}

}  // namespace

std::map<ThreadId, nanoseconds> charge_churn(std::vector<LockDraft>& drafts, const TickTable& ticks,
                                             const std::vector<CacheLine>& bouncing,
                                             StackNamer& namer, StackTable& stacks) {
    Charger charger(drafts, stacks);
    for (const Struggle& struggle : find_struggles(ticks, bouncing, namer))
        charger.charge(struggle);
    return charger.finish(ticks);
}

}  // namespace hotlock::profiling
