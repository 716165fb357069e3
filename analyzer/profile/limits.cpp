// Bounds on what one profile lists.
#include "analyzer/profile/limits.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "analyzer/profile/time_math.h"

namespace hotlock::profiling {

std::optional<Lock> sum_up_other_locks(std::vector<LockDraft>& drafts, size_t most) {
    if (drafts.size() <= most) return std::nullopt;
    Lock others;
    others.name = "other locks";
    others.kind = LockKind::futex;
    for (size_t at = most; at < drafts.size(); ++at) {
        others.sums.add(drafts[at].sums);
        if (drafts[at].churn)
            others.churn = others.churn.value_or(nanoseconds{0}) + *drafts[at].churn;
        others.wait_max = std::max(others.wait_max, drafts[at].longest);
        others.wait_hist.merge(drafts[at].histogram);
    }
    drafts.resize(most);
    return others;
}

size_t sum_up_other_threads(std::vector<ThreadSummary>& threads, size_t most) {
    if (threads.size() <= most) return 0;
    std::vector<size_t> order(threads.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&threads](size_t a, size_t b) {
        return std::tie(threads[a].lock_wait, threads[a].lifetime) >
               std::tie(threads[b].lock_wait, threads[b].lifetime);
    });
    std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most));
    ThreadSummary others;
    others.name = "other threads";
    for (size_t at = most; at < order.size(); ++at) {
        const ThreadSummary& thread = threads[order[at]];
        others.lifetime = saturated_sum(others.lifetime, thread.lifetime);
        others.lock_wait += thread.lock_wait;
        others.work_wait += thread.work_wait;
    }
    std::vector<ThreadSummary> kept;
    for (size_t at = 0; at < most; ++at)
        kept.push_back(std::move(threads[order[at]]));
    kept.push_back(std::move(others));
    const size_t left_over = threads.size() - most;
    threads = std::move(kept);
    return left_over;
}

}  // namespace hotlock::profiling
