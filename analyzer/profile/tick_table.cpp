#include "analyzer/profile/tick_table.h"

#include <linux/futex.h>

#include <algorithm>

#include "analyzer/profile/time_math.h"

namespace hotlock::profiling {

namespace {

nanoseconds weight_of(uint64_t ns) {
    constexpr uint64_t longest = 1'000'000'000;  // a tick stands for less, whatever a file says
    return nanoseconds{static_cast<int64_t>(std::min(ns, longest))};
}

// Waiting is the sleeps probe's business: what a tick meets on a CPU are attempts that failed, the
// way into the wait and out of it, and wake-ups.
bool tries_to_acquire(uint32_t operation) {
    return operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET ||
           operation == FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2;
}

bool accesses_nothing(uint32_t outcome) {
    return outcome == recording::no_operand || outcome == recording::in_futex_call ||
           outcome == recording::in_system_call;
}

}  // namespace

void TickSums::add(nanoseconds weight, uint64_t at) {
    samples++;
    time += weight;
    last_time = std::max(last_time, at);
}

void TickTable::add(const recording::Sample& sample, ThreadId thread) {
    const nanoseconds weight = weight_of(sample.weight_ns);
    code_[{sample.pid, sample.ip, sample.kernel}].add(weight, sample.time);
    threads_[thread] += weight;
    sampled_ += weight;
    if (sample.outcome == recording::in_futex_call && tries_to_acquire(sample.access)) {
        ThreadTicks& ticks =
            futexes_[{sample.pid, sample.address, sample.instruction, sample.access}];
        ticks.last_time = std::max(ticks.last_time, sample.time);
        ticks.threads[thread] += weight;
    }
    if (sample.kernel || accesses_nothing(sample.outcome)) return;
    access_samples_++;
    if (sample.outcome != recording::operand_known) return;
    resolved_samples_++;
    lines_.add(sample, thread);
}

void TickTable::add(const recording::StackTick& tick, RawStackId stack) {
    stacks_[{stack, tick.kernel}].add(weight_of(tick.weight_ns), tick.time);
    if (tick.address == 0 || !stack) return;
    access_stacks_[{{tick.pid, tick.address / line_bytes}, tick.instruction}][stack]++;
}

RawStackId TickTable::stack_of(const AccessPlace& place) const {
    const auto stacks = access_stacks_.find(place);
    if (stacks == access_stacks_.end()) return {};
    return std::max_element(stacks->second.begin(), stacks->second.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

}  // namespace hotlock::profiling
