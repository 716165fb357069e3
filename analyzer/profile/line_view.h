// Sampled accesses -> the cache lines that bounce, with names.
#pragma once

#include <vector>

#include "analyzer/profile/data_place.h"
#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/tick_table.h"
#include "common/model/line.h"

namespace hotlock::profiling {

// Most time first; `share`, `holds_lock` and `advice` are left empty. Lines with less than a
// thousandth of the sampled time are left out.
std::vector<CacheLine> bouncing_lines(const TickTable& ticks, StackNamer& namer, DataFinder& finder,
                                      StackTable& table);

}  // namespace hotlock::profiling
