// The cache lines of both sides, matched by name and judged.
#pragma once

#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// Largest share on either side first; empty when a run of either side was not sampled.
std::vector<LineDelta> compare_lines(const std::vector<Profile>& a, const std::vector<Profile>& b);

}  // namespace hotlock
