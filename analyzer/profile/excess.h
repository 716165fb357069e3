// What the time at a line would shrink by if the line stayed where it is.
#pragma once

#include <optional>
#include <span>

#include "analyzer/profile/line_table.h"
#include "common/model/calibration.h"

namespace hotlock::profiling {

// Of the time at the accesses of a line that bounces, what they would not take on a line that no
// other CPU wants:
//   atomic updates: time * (1 - alone / moved)    the costs as calibrated; all time without them
//   others: all time
// A bound, from 0 to the whole time: each update is taken for one that had to wait for the line,
// though how many found it there is not known (ticks tell time, not the number of accesses). The
// private cost of plain accesses is within that: next to the 80 to 110 ns of a transfer, a load
// that something waits for took 1.8 ns, a store 0.6 ns and an unlocked update 0.8 to 1.3 ns, but a
// locked one 6 to 9 ns (the loops of stall_loops.h, on one virtual machine).
nanoseconds excess_time(std::span<const LineAccess> accesses,
                        const std::optional<AtomicCost>& cost);

}  // namespace hotlock::profiling
