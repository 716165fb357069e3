// Decides from sampled accesses whether a cache line really bounces between CPUs.
#pragma once

#include <optional>
#include <span>

#include "analyzer/profile/line_table.h"
#include "analyzer/profile/threads.h"
#include "common/model/line.h"

namespace hotlock::profiling {

// Nothing for a line that does not bounce: one CPU at a time (private memory, memory that changes
// hands, recycled stacks), or nobody writes. `accesses` of one line, in the order of time.
//
// Two accesses that follow each other within 10 ms, by two threads on different CPUs that both live
// all that time, are an *exchange*: a new thread that gets the stack of one that has ended shares
// nothing with it, nor does a thread with itself when it moves. Of the
// accesses that are not on the line's main CPU at least 3 in 10 must take part in exchanges (of a
// line that moves from CPU to CPU with its thread or its owner only few do), and at least
// two exchanges must have a write in them, and the CPUs must not avoid each other (turns.h).
// Whether it is true or false sharing is told by the bytes of those: overlapping or not; mixed when
// the rarer one is more than a tenth.
std::optional<Sharing> sharing_of(std::span<const LineAccess> accesses, const ThreadTable& threads);

}  // namespace hotlock::profiling
