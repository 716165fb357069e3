// Tells CPUs that use a line at the same time from CPUs that hand it to each other.
#pragma once

#include <span>

#include "analyzer/profile/line_table.h"

namespace hotlock::profiling {

// True when the CPUs avoid each other: an object that is handed over every few milliseconds, or
// data behind a lock that is held for so long. Ticks cannot see how often a line moves, but ticks
// of different CPUs are independent: where the CPUs use the line at the same time, accesses of two
// CPUs are as often close to each other as far apart, and where they take turns hardly any are
// closer than a turn is long. The likelihood ratio of the two, for turns of 0.1 to 20 ms, decides;
// false when there are too few accesses to tell. `accesses` of one line, in the order of time; of
// very many the last 20,000 are looked at.
bool take_turns(std::span<const LineAccess> accesses);

}  // namespace hotlock::profiling
