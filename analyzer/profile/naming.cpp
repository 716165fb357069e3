// LockDraft -> Lock: where the lock lies and the best name for it.
#include "analyzer/profile/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/model/stack.h"

namespace hotlock::profiling {

namespace {

using WaitByName = std::map<std::string, nanoseconds>;

// Most wait first.
std::vector<std::pair<std::string, nanoseconds>> ranked(const WaitByName& waits) {
    std::vector<std::pair<std::string, nanoseconds>> result(waits.begin(), waits.end());
    std::stable_sort(result.begin(), result.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return result;
}

std::string dominant(const WaitByName& waits) {
    return waits.empty() ? "" : ranked(waits).front().first;
}

std::string with_offset(const std::string& name, uint64_t offset) {
    return offset == 0 ? name : fmt::format("{}+0x{:x}", name, offset);
}

std::string name_by_use(const LockDraft& draft, const std::string& what) {
    const std::string caller = dominant(draft.callers);
    if (caller.empty()) return fmt::format("{} at 0x{:x}", what, draft.key.address);
    return fmt::format("{} used by {}", what, caller);
}

Lock finish_lock(LockDraft draft, const std::optional<DataPlace>& place) {
    Lock lock;
    lock.name = best_name(draft, place);
    lock.kind = draft.key.kind;
    if (place) {
        lock.module = place->module;
        lock.build_id = place->build_id;
        lock.offset = place->offset;
        if (place->symbol) lock.symbol = with_offset(place->symbol->symbol, place->symbol->offset);
    }
    lock.address = draft.key.address;
    lock.acquirers = dominant_acquirers(draft);
    lock.sums = draft.sums;
    lock.churn = draft.churn;
    lock.wait_max = draft.longest;
    lock.wait_hist = std::move(draft.histogram);
    lock.sites = std::move(draft.sites);
    lock.holders = std::move(draft.holders);
    return lock;
}

// Gives the second and later bearers of a name a number: "NAME #2".
class UniqueNames {
  public:
    std::string take(const std::string& name) {
        std::string unique = name;
        uint32_t& number = numbers_.try_emplace(name, 1).first->second;
        while (!taken_.insert(unique).second)
            unique = fmt::format("{} #{}", name, ++number);
        return unique;
    }

  private:
    std::map<std::string, uint32_t> numbers_;
    std::set<std::string> taken_;
};

}  // namespace

std::string best_name(const LockDraft& draft, const std::optional<DataPlace>& place) {
    if (place && place->symbol) return place->symbol->name;
    const std::string entry = dominant(draft.entries);
    if (draft.key.kind == LockKind::internal)
        return entry.empty() ? name_by_use(draft, "libc internal lock")
                             : "libc internal lock in " + entry;
    if (place) return with_offset(base_name(place->module), place->offset);
    return name_by_use(draft, entry.empty() ? to_string(draft.key.kind) : entry);
}

std::vector<std::string> dominant_acquirers(const LockDraft& draft) {
    nanoseconds covered{0};
    std::vector<std::string> names;
    const nanoseconds all = draft.sums.waits > 0 ? draft.sums.wait : draft.churn.value_or(covered);
    for (const auto& [name, wait] : ranked(draft.acquirers)) {
        if (covered >= all / 10 * 9) break;
        covered += wait;
        names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<Lock> name_locks(std::vector<LockDraft> drafts, DataFinder& finder) {
    std::vector<Lock> locks;
    UniqueNames names;
    for (LockDraft& draft : drafts) {
        const auto place = finder.find(draft.key.pid, draft.last_time, draft.key.address);
        Lock& lock = locks.emplace_back(finish_lock(std::move(draft), place));
        lock.id = LockId{static_cast<uint32_t>(locks.size())};
        lock.name = names.take(lock.name);
    }
    return locks;
}

}  // namespace hotlock::profiling
