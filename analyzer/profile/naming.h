// LockDraft -> Lock: where the lock lies and the best name for it.
#pragma once

#include <string>
#include <vector>

#include "analyzer/profile/data_place.h"
#include "analyzer/profile/lock_draft.h"
#include "common/model/lock.h"

namespace hotlock::profiling {

// The best name that is known, in this order: data symbol with member path; for a lock inside libc
// the function that was called ("libc internal lock in localtime_r"); the place in its file
// ("libgcrypt.so.20+0x12a340"); the dominant acquiring function ("mutex used by Foo::bar",
// "pthread_once used by Foo::bar").
std::string best_name(const LockDraft& draft, const std::optional<DataPlace>& place);

// Functions that acquire the lock in at least 90 % of its wait, the fewest that do; sorted.
std::vector<std::string> dominant_acquirers(const LockDraft& draft);

// Takes the drafts in order; ids are 1, 2, 3…, names are made unique by " #2" and so on. `share`
// is left 0.
std::vector<Lock> name_locks(std::vector<LockDraft> drafts, DataFinder& finder);

}  // namespace hotlock::profiling
