// Tells CPUs that use a line at the same time from CPUs that hand it to each other.
#pragma once

#include <span>

#include "analyzer/profile/line_table.h"

namespace hotlock::profiling {

// True when the CPUs avoid each other: an object that is handed over every few milliseconds, or
// data behind a lock that is held for so long. Ticks cannot see how often a line moves, but ticks
// of different CPUs are independent: where the CPUs use the line at the same time, as many pairs of
// accesses lie within a moment as their numbers let expect (measured: 0.9 to 1.2 of it), and where
// they take turns hardly any. False when there are too few to tell. `accesses` of one line, in the
// order of time.
bool take_turns(std::span<const LineAccess> accesses);

}  // namespace hotlock::profiling
