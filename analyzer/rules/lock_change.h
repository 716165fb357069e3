// Findings of a comparison: locks that came or went, and the first lock of the new side.
#pragma once

#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// Rules "lock-vanished", "lock-appeared" and, last, "next-bottleneck": what to look at next on side
// B, or that nothing is left. Reads everything of the comparison but its findings.
std::vector<Finding> lock_change_findings(const Comparison& comparison);

}  // namespace hotlock
