// Which lock of one run is which lock of another. Addresses are never compared.
#pragma once

#include <vector>

#include "common/model/lock.h"

namespace hotlock {

struct LockMatch {
    size_t a = 0;  // index into the first list
    size_t b = 0;
    double confidence = 0;  // 0..1
};

// Each lock is in at most one match. Confidence 1: same offset in the same build, or same data
// symbol or member path (same file name preferred). Else same file name and kind, and sets of
// acquiring functions whose Jaccard similarity is at least 0.5: 0.9 x similarity, best first.
// Two offsets of one build are never the same lock. Both lists: most wait first; only the first
// 256 unmatched locks of each are compared by acquirers (what lies behind cannot change a verdict:
// their waits add up to little).
std::vector<LockMatch> match_locks(const std::vector<const Lock*>& a,
                                   const std::vector<const Lock*>& b);

}  // namespace hotlock
