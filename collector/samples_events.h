// Privileged: opens the CPU-clock ticks of the samples probe. No PMU: a timer interrupt of the
// kernel.
#pragma once

#include <linux/perf_event.h>

#include "collector/probe_fds.h"

namespace hotlock::collector {

constexpr uint32_t default_frequency = 499;  // ticks with registers, Hz; prime: no echo of timers
constexpr uint32_t highest_frequency = 10'000;  // a tick costs some 18 us
constexpr uint32_t stack_frequency = 97;        // ticks with stack memory, Hz
constexpr uint32_t stack_bytes = 16 * 1024;     // of stack memory in such a tick

// An event of the CPU clock as the probe opens it, off until enabled; parse_sample() reads its
// samples.
perf_event_attr tick_attr(uint32_t frequency, bool with_stack);

// One event of each kind per online CPU, off until enabled. Ticks of all processes where the kernel
// allows that: an event that belongs to a thread is switched with it, which costs the program more.
// Else events of the target alone, which its threads and children inherit; not of an attached
// target, whose threads are there already. Throws Error when the kernel allows neither.
SampleFds open_samples(const Target& target, uint32_t frequency);

}  // namespace hotlock::collector
