// Two threads of ours that take a cache line from each other, and where ticks find them.
#pragma once

#include "collector/cpu_pair.h"
#include "collector/own_ticks.h"
#include "collector/stall_loops.h"
#include "common/model/calibration.h"

namespace hotlock::collector {

// Takes about 70 ms. Only ticks at which both threads were running count: alone, a thread does not
// stall. Throws Error when the kernel refuses the events, the CPUs or the threads.
StallTicks fight(Stall stall, const CpuPair& cpus);

// Adds ticks to a histogram.
void count_ticks(std::span<const OwnTick> ticks, const StallLoop& loop, StallTicks& into);

}  // namespace hotlock::collector
