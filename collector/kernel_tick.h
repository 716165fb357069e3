// Samples of the kernel's own timer interrupts (bpf/ticks.h).
#pragma once

#include "bpf/abi.h"
#include "collector/perf_sample.h"

namespace hotlock::collector {

// Without stack memory: the kernel side has walked the stack.
PerfSample sample_of(const hl_tick& tick);

}  // namespace hotlock::collector
