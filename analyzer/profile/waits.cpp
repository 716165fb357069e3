// Waits added up while the recording is read.
#include "analyzer/profile/waits.h"

#include <linux/futex.h>

#include <algorithm>

#include "analyzer/profile/time_math.h"

namespace hotlock::profiling {

namespace {

constexpr uint64_t kMostNs = uint64_t{1} << 62;

// Adds `weight` (> 0) times an amount to a total that stays below kMostNs; false when it would not.
bool take(uint64_t& total, uint64_t amount, uint64_t weight) {
    if (amount > (kMostNs - total) / weight) return false;
    total += amount * weight;
    return true;
}

}  // namespace

FutexCall futex_call(const recording::Sleep& sleep, const ThreadTable& threads) {
    FutexCall call;
    call.operation = sleep.operation;
    call.value = std::min(sleep.value, 4U);
    call.owner_word = (sleep.value & FUTEX_WAITERS) != 0;
    call.thread_word = !call.owner_word && sleep.value != 0 &&
                       (sleep.waker_exiting || threads.known(sleep.pid, sleep.value));
    return call;
}

uint64_t weight_of(const recording::Sleep& sleep) {
    return uint64_t{1} + sleep.others;
}

void WaitTable::add(const Wait& wait) {
    const uint64_t waited = wait.until - wait.from;
    if (!take(waited_ns_, waited, wait.weight)) {
        ++left_out_;
        return;
    }
    WaitSums sums;
    sums.waits = wait.weight;
    sums.sleeps = wait.sleeps * wait.weight;
    sums.wait = as_time(waited * wait.weight);
    sums.free = as_time(wait.free * wait.weight);
    sums.queue = sums.wait - sums.free;
    WaitCell& cell = cells_[wait.key];
    cell.sums.add(sums);
    cell.longest = std::max(cell.longest, as_time(waited));
    cell.histogram.add(as_time(waited), wait.weight);
    cell.last_time = std::max(cell.last_time, wait.until);
    cell.threads[wait.thread] += sums.wait;
}

void WaitTable::add_waker(const WaitKey& key, const recording::Sleep& sleep,
                          RawStackId waker_stack) {
    const uint64_t slept = sleep.ran_at - sleep.slept_at;
    const uint64_t weight = weight_of(sleep);
    if (sleep.waker_tid == 0 || !take(woken_ns_, slept, weight)) return;
    WakeSums& sums =
        cells_[key].wakers[{sleep.waker_pid, sleep.waker_tid, waker_stack, sleep.waker_exiting}];
    sums.wakes += weight;
    sums.woken_wait += as_time(slept * weight);
}

std::set<RawStackId> WaitTable::stacks() const {
    std::set<RawStackId> stacks;
    for (const auto& [key, cell] : cells_) {
        stacks.insert(key.stack);
        for (const auto& [waker, sums] : cell.wakers)
            stacks.insert(waker.stack);
    }
    return stacks;
}

}  // namespace hotlock::profiling
