// Sampled accesses -> the cache lines that bounce, with names.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/profile/data_place.h"
#include "analyzer/profile/line_objects.h"
#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/tick_table.h"
#include "common/model/calibration.h"
#include "common/model/line.h"

namespace hotlock::profiling {

struct Namers {
    StackNamer& code;
    DataFinder& data;
    AccessFinder& accesses;
};

// How the name begins of a line on a heap that lock code accesses; the code that takes the lock
// follows.
constexpr const char* unnamed_lock = "lock used by ";

// Most excess time first (excess.h); `share` and `advice` are left empty; `holds_lock` is the
// line's own name where lock code accesses it. Lines with less than a thousandth of the sampled
// time are left out.
std::vector<CacheLine> bouncing_lines(const TickTable& ticks, const ThreadTable& threads,
                                      const std::optional<AtomicCost>& cost, const Namers& namers,
                                      StackTable& table);

}  // namespace hotlock::profiling
