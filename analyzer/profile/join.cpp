// Joins the sleeps of one lock call into one wait.
#include "analyzer/profile/join.h"

#include <linux/futex.h>

#include <algorithm>

namespace hotlock::profiling {

namespace {

constexpr uint64_t kEnoughGaps = 32;      // for a median
constexpr uint64_t kGapsPerUpdate = 256;  // it need not be exact all the time
constexpr uint64_t kLongestSleepNs = 365ULL * 24 * 3600 * 1'000'000'000;

// A writer of a glibc rwlock first waits to be the next writer (__writers_futex at 12, value 3),
// then for the readers to leave (__wrphase_futex at 8, value 2), at two places in one function.
bool same_write_lock(const WaitKey& first, const WaitKey& second) {
    return first.address % 8 == 4 && second.address == first.address - 4 &&
           first.call.operation == FUTEX_WAIT_BITSET && first.call.value == 3 &&
           second.call.operation == FUTEX_WAIT_BITSET && second.call.value == 2;
}

bool same_place(const WaitKey& first, const WaitKey& second) {
    return (first.address == second.address && first.stack == second.stack) ||
           same_write_lock(first, second);
}

// Whether a call may be for a lock: 2 and owner words, the values of rwlocks, and PI operations, as
// far as a call tells. Semaphores, barriers and most condition variables use other ones. Their
// waits are not joined: a thread may well do little between two of them.
bool may_be_lock(const FutexCall& call) {
    if (call.operation == FUTEX_LOCK_PI || call.operation == FUTEX_LOCK_PI2) return true;
    return call.value == 2 || call.owner_word ||
           (call.operation == FUTEX_WAIT_BITSET && call.value > 2);
}

// Between `ran_at` and this sleep the thread can have done no more than retry the lock word.
bool only_retried(uint64_t ran_at, const recording::Sleep& sleep) {
    return !sleep.another_call && sleep.ran_ns < kSameCallCpuNs && sleep.slept_at >= ran_at &&
           sleep.slept_at - ran_at < kSameCallGapNs;
}

// Time between being woken and running; the waker may have been seen before the sleep began.
uint64_t free_time(const recording::Sleep& sleep) {
    if (sleep.woken_at == 0) return 0;
    return sleep.ran_at - std::clamp(sleep.woken_at, sleep.slept_at, sleep.ran_at);
}

}  // namespace

bool possible(const recording::Sleep& sleep) {
    return sleep.ran_at >= sleep.slept_at && sleep.ran_at - sleep.slept_at <= kLongestSleepNs;
}

void PathCost::add(uint64_t gap_ns) {
    gaps_.add(nanoseconds(gap_ns));
    if (gaps_.count() == kEnoughGaps || gaps_.count() % kGapsPerUpdate == 0)
        typical_ = static_cast<uint64_t>(gaps_.quantile(0.5).count());
}

// The wait from the beginning of its call.
Wait Joiner::whole(Wait wait) const {
    if (may_be_lock(wait.key.call)) wait.from -= std::min(wait.from, path_.typical_ns());
    return wait;
}

std::optional<Wait> Joiner::add(ThreadId thread, const WaitKey& key,
                                const recording::Sleep& sleep) {
    std::optional<Wait> done;
    Open& open = open_[thread];
    const bool same_call =
        open.wait.sleeps > 0 && may_be_lock(key.call) && same_place(open.wait.key, key) &&
        open.stack_pointer == sleep.stack_pointer && only_retried(open.wait.until, sleep);
    if (!same_call) {
        if (open.wait.sleeps > 0) done = whole(open.wait);
        open.wait = {key, thread, weight_of(sleep), sleep.slept_at, 0, 0, 0};
        open.stack_pointer = sleep.stack_pointer;
    }
    if (same_call) path_.add(sleep.slept_at - open.wait.until);
    open.wait.until = sleep.ran_at;
    open.wait.free += free_time(sleep);
    ++open.wait.sleeps;
    return done;
}

std::optional<Wait> Joiner::finish(ThreadId thread) {
    const auto found = open_.find(thread);
    if (found == open_.end()) return std::nullopt;
    const Wait wait = whole(found->second.wait);
    open_.erase(found);
    return wait;
}

std::vector<Wait> Joiner::finish() {
    std::vector<Wait> waits;
    for (const auto& [thread, open] : open_)
        waits.push_back(whole(open.wait));
    open_.clear();
    return waits;
}

}  // namespace hotlock::profiling
