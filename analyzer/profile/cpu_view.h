// On-CPU time by function and by stack.
#pragma once

#include <vector>

#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/tick_table.h"
#include "common/model/cpu.h"

namespace hotlock::profiling {

// Most time first; `share` is left 0. Rows below a thousandth of the sampled time are left out.
std::vector<CpuFunction> cpu_functions(const TickTable& ticks, StackNamer& namer);

// Most time first, the 200 with the most. Puts them into `table`.
std::vector<CpuStack> cpu_stacks(const TickTable& ticks, StackNamer& namer, StackTable& table);

}  // namespace hotlock::profiling
