// CPU time that locks cost those who do not get them, charged to the lock they fight for.
#pragma once

#include <map>
#include <vector>

#include "analyzer/profile/lock_draft.h"
#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/tick_table.h"
#include "common/model/line.h"

namespace hotlock::profiling {

// Fills `churn` of the drafts, and adds a draft for every lock that nobody slept for but that cost
// at least a thousandth of the sampled CPU time; those come last, most churn first. Gives the churn
// of each thread. Two things count:
//   - ticks inside futex calls that try to take a lock: mostly attempts that fail, and the way in
//     and out of a sleep;
//   - ticks behind accesses of lock functions to words of a lock that lies in a line of `bouncing`:
//     spinning, and waiting for the line itself.
std::map<ThreadId, nanoseconds> charge_churn(std::vector<LockDraft>& drafts, const TickTable& ticks,
                                             const std::vector<CacheLine>& bouncing,
                                             StackNamer& namer, StackTable& stacks);

}  // namespace hotlock::profiling
