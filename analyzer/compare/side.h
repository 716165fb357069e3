// The locks of all runs of one side, brought together.
#pragma once

#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// One lock over the runs of a side.
struct SideLock {
    std::vector<const Lock*> per_run;  // as many as the side has runs; null where not seen

    const Lock& representative() const;  // of the run where it had most wait
};

std::vector<const Lock*> representatives(const std::vector<SideLock>& locks);

// Most wait (summed over the runs) first.
std::vector<SideLock> gather_locks(const std::vector<Profile>& side);

// Medians over the runs, a run without the lock counting as 0. `rank` is left to the caller.
LockOnSide summarize(const SideLock& lock);

}  // namespace hotlock
