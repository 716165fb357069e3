// The locks of both sides, matched and judged.
#pragma once

#include <string>
#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// Most wait on either side first.
std::vector<LockDelta> compare_locks(const std::vector<Profile>& a, const std::vector<Profile>& b);

}  // namespace hotlock
