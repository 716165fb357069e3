// What it costs to move a cache line from one CPU to another.
#pragma once

#include <optional>

#include "collector/cpu_pair.h"
#include "common/model/calibration.h"

namespace hotlock::collector {

// Ping-pong: two threads, each pinned to a CPU, wait in turn for the other's store to one word.
//   transfer = time of 32 round trips / 64      (a round trip moves the line there and back)
// A burst is the median of 16 such times, so that an interruption does not count; the result is
// median, lowest and highest of nine bursts, 3 ms apart.
//   private atomic = time of 2,000 rounds of the atomic loop on a line that only one thread uses
//                    / 2,000, median over the bursts
// About 35 ms. Nothing when the CPUs were too busy for three bursts within 0.4 s, or the threads
// could not run there.
std::optional<LineTransfer> measure_transfer(const CpuPair& cpus);

}  // namespace hotlock::collector
