// Cells of waits, classified and gathered into locks and work waits.
#include "analyzer/profile/lock_draft.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include "analyzer/profile/acquirer.h"
#include "analyzer/profile/classify.h"

namespace hotlock::profiling {

namespace {

struct ClassifiedCell {
    const WaitKey* key = nullptr;
    const WaitCell* cell = nullptr;
    const NamedStack* stack = nullptr;
    Classification what;
};

std::vector<ClassifiedCell> classify_all(const WaitTable& waits, StackNamer& namer) {
    std::vector<ClassifiedCell> result;
    for (const auto& [key, cell] : waits.cells()) {
        if (cell.sums.waits == 0) continue;
        const NamedStack& stack = namer.name(key.stack);
        result.push_back({&key, &cell, &stack, classify(stack, key.call, key.address)});
    }
    return result;
}

// Waits of which only the futex call is known (lost or truncated stacks) are for what better known
// waits on the same word are for.
void settle_uncertain(std::vector<ClassifiedCell>& cells) {
    using Word = std::pair<uint32_t, uint64_t>;
    std::map<Word, std::variant<LockUse, WorkUse>> known;
    for (const ClassifiedCell& cell : cells)
        if (cell.what.certain) known.emplace(Word{cell.key->pid, cell.key->address}, cell.what.use);
    for (ClassifiedCell& cell : cells) {
        const auto found = known.find({cell.key->pid, cell.key->address});
        if (!cell.what.certain && found != known.end()) cell.what.use = found->second;
    }
}

using SiteKey = std::pair<StackId, WaitMode>;
using HolderKey = std::tuple<StackId, std::string, std::string>;  // stack, thread, state

// A draft with its parts by key, while cells are still being added.
struct OpenDraft {
    LockDraft draft;
    std::map<SiteKey, WaitSums> sites;
    std::map<HolderKey, WakeSums> holders;
};

class Gatherer {
  public:
    Gatherer(const ThreadTable& threads, StackNamer& namer, StackTable& stacks)
        : threads_(threads), namer_(namer), stacks_(stacks) {}

    void add(const ClassifiedCell& cell);
    Gathered finish();

  private:
    void add_lock(const ClassifiedCell& cell, const LockUse& use);
    void add_holders(OpenDraft& open, const WaitCell& cell);
    StackId kept(const NamedStack& stack, size_t leaf);

    const ThreadTable& threads_;
    StackNamer& namer_;
    StackTable& stacks_;
    std::map<LockKey, OpenDraft> locks_;
    std::map<std::pair<std::string_view, StackId>, WaitSums> work_;
    Gathered result_;
};

StackId Gatherer::kept(const NamedStack& stack, size_t leaf) {
    return intern(stacks_, std::span(stack).subspan(leaf));
}

void Gatherer::add(const ClassifiedCell& cell) {
    const WaitSums& sums = cell.cell->sums;
    result_.wait += sums.wait;
    result_.waits += sums.waits;
    if (!acquirer(*cell.stack, cell.what.leaf).direct_named) result_.unnamed_wait += sums.wait;
    if (cell.stack->empty()) result_.waits_without_stack += sums.waits;
    const auto* lock = std::get_if<LockUse>(&cell.what.use);
    for (const auto& [thread, wait] : cell.cell->threads) {
        ThreadWaits& waits = result_.threads[thread];
        (lock ? waits.lock : waits.work) += wait;
    }
    if (lock) {
        add_lock(cell, *lock);
    } else {
        const std::string_view kind = std::get<WorkUse>(cell.what.use).kind;
        work_[{kind, kept(*cell.stack, cell.what.leaf)}].add(sums);
    }
}

void Gatherer::add_lock(const ClassifiedCell& cell, const LockUse& use) {
    const LockKey key{cell.key->pid, use.address, use.kind};
    const WaitSums& sums = cell.cell->sums;
    OpenDraft& open = locks_[key];
    LockDraft& draft = open.draft;
    draft.key = key;
    draft.last_time = std::max(draft.last_time, cell.cell->last_time);
    draft.sums.add(sums);
    draft.longest = std::max(draft.longest, cell.cell->longest);
    draft.histogram.merge(cell.cell->histogram);
    note_acquirer(draft, *cell.stack, cell.what.leaf, sums.wait);
    open.sites[{kept(*cell.stack, cell.what.leaf), use.mode}].add(sums);
    add_holders(open, *cell.cell);
}

void Gatherer::add_holders(OpenDraft& open, const WaitCell& cell) {
    for (const auto& [waker, sums] : cell.wakers) {
        const NamedStack& named = namer_.name(waker.stack);
        const StackId stack = kept(named, first_telling_frame(named));
        const char* state = waker.exiting ? "exiting" : "releasing";
        WakeSums& total = open.holders[{stack, threads_.name_of(waker.pid, waker.tid), state}];
        total.wakes += sums.wakes;
        total.woken_wait += sums.woken_wait;
    }
}

LockDraft close(OpenDraft& open) {
    LockDraft& draft = open.draft;
    for (const auto& [key, sums] : open.sites)
        draft.sites.push_back({key.first, key.second, sums});
    std::stable_sort(draft.sites.begin(), draft.sites.end(),
                     [](const auto& a, const auto& b) { return a.sums.wait > b.sums.wait; });
    for (const auto& [key, sums] : open.holders) {
        LockHolder& holder = draft.holders.emplace_back();
        std::tie(holder.stack, holder.thread, holder.state) = key;
        holder.wakes = sums.wakes;
        holder.woken_wait = sums.woken_wait;
    }
    std::stable_sort(draft.holders.begin(), draft.holders.end(),
                     [](const auto& a, const auto& b) { return a.wakes > b.wakes; });
    return std::move(draft);
}

Gathered Gatherer::finish() {
    for (auto& [key, open] : locks_)
        result_.locks.push_back(close(open));
    for (const auto& [key, sums] : work_)
        result_.work_waits.push_back({std::string(key.first), key.second, sums});
    const auto more_wait = [](const auto& a, const auto& b) { return a.sums.wait > b.sums.wait; };
    std::stable_sort(result_.locks.begin(), result_.locks.end(), more_wait);
    std::stable_sort(result_.work_waits.begin(), result_.work_waits.end(), more_wait);
    return std::move(result_);
}

}  // namespace

void note_acquirer(LockDraft& draft, const NamedStack& stack, size_t leaf, nanoseconds time) {
    const Acquirer who = acquirer(stack, leaf);
    if (who.named) draft.acquirers[who.name] += time;
    if (!who.name.empty()) draft.callers[who.name] += time;
    const bool vague = draft.key.kind == LockKind::internal || draft.key.kind == LockKind::futex;
    const std::string entry = vague ? entered_function(stack, leaf) : "";
    if (!entry.empty()) draft.entries[entry] += time;
}

Gathered gather(const WaitTable& waits, const ThreadTable& threads, StackNamer& namer,
                StackTable& stacks) {
    std::vector<ClassifiedCell> cells = classify_all(waits, namer);
    settle_uncertain(cells);
    Gatherer gatherer(threads, namer, stacks);
    for (const ClassifiedCell& cell : cells)
        gatherer.add(cell);
    return gatherer.finish();
}

}  // namespace hotlock::profiling
