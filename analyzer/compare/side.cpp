// Runs are folded one by one into the list of known locks of their side.
#include "analyzer/compare/side.h"

#include <algorithm>
#include <cmath>

#include "analyzer/compare/match.h"
#include "analyzer/compare/statistics.h"
#include "common/base/check.h"

namespace hotlock {
namespace {

nanoseconds total_wait(const SideLock& lock) {
    nanoseconds total{0};
    for (const Lock* seen : lock.per_run) {
        if (seen != nullptr) total += seen->sums.wait;
    }
    return total;
}

void sort_by_wait(std::vector<SideLock>& locks) {
    std::stable_sort(locks.begin(), locks.end(), [](const SideLock& x, const SideLock& y) {
        return total_wait(x) > total_wait(y);
    });
}

void fold_run(std::vector<SideLock>& known, const Profile& profile, size_t run, size_t runs) {
    std::vector<const Lock*> locks;
    for (const Lock& lock : profile.locks)
        locks.push_back(&lock);
    std::vector<bool> placed(locks.size());
    for (const LockMatch& match : match_locks(representatives(known), locks)) {
        known[match.a].per_run[run] = locks[match.b];
        placed[match.b] = true;
    }
    for (size_t i = 0; i < locks.size(); ++i) {
        if (placed[i]) continue;
        known.push_back({std::vector<const Lock*>(runs, nullptr)});
        known.back().per_run[run] = locks[i];
    }
    sort_by_wait(known);
}

template <class Value>
double median_over_runs(const SideLock& lock, Value value) {
    std::vector<double> values;
    for (const Lock* seen : lock.per_run)
        values.push_back(seen == nullptr ? 0 : value(*seen));
    return median(values);
}

}  // namespace

const Lock& SideLock::representative() const {
    const Lock* best = nullptr;
    for (const Lock* seen : per_run) {
        if (seen != nullptr && (best == nullptr || seen->sums.wait > best->sums.wait)) best = seen;
    }
    CHECK(best != nullptr);
    return *best;
}

std::vector<const Lock*> representatives(const std::vector<SideLock>& locks) {
    std::vector<const Lock*> all;
    all.reserve(locks.size());
    for (const SideLock& lock : locks)
        all.push_back(&lock.representative());
    return all;
}

std::vector<SideLock> gather_locks(const std::vector<Profile>& side) {
    std::vector<SideLock> known;
    for (size_t run = 0; run < side.size(); ++run)
        fold_run(known, side[run], run, side.size());
    return known;
}

LockOnSide summarize(const SideLock& lock) {
    LockOnSide summary;
    summary.name = lock.representative().name;
    summary.share = median_over_runs(lock, [](const Lock& seen) { return seen.share; });
    summary.waits = median_over_runs(
        lock, [](const Lock& seen) { return static_cast<double>(seen.sums.waits); });
    const double wait = median_over_runs(
        lock, [](const Lock& seen) { return static_cast<double>(seen.sums.wait.count()); });
    summary.wait = nanoseconds(std::llround(wait));
    summary.runs =
        static_cast<uint32_t>(std::count_if(lock.per_run.begin(), lock.per_run.end(),
                                            [](const Lock* seen) { return seen != nullptr; }));
    return summary;
}

}  // namespace hotlock
