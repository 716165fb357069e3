// Bounds on what one profile lists. What goes beyond is summed up, so that totals stay right.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analyzer/profile/lock_draft.h"
#include "common/model/lock.h"
#include "common/model/run.h"

namespace hotlock::profiling {

inline constexpr size_t kMostLocks = 10'000;
inline constexpr size_t kMostThreads = 10'000;

// Keeps the first `most` drafts (those with the most wait) and sums the others up in one row named
// "other locks", without sites and holders; nothing when none is left over.
std::optional<Lock> sum_up_other_locks(std::vector<LockDraft>& drafts, size_t most = kMostLocks);

// Keeps the `most` threads with the most lock wait, then the longest life, in their order, and sums
// the others up in a last row "other threads" with pid and tid 0. Returns how many those are.
size_t sum_up_other_threads(std::vector<ThreadSummary>& threads, size_t most = kMostThreads);

}  // namespace hotlock::profiling
