// Two sides of runs -> Comparison. Pure.
#pragma once

#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// Each side has at least one run.
Comparison compare(std::vector<Profile> a, std::vector<Profile> b);

}  // namespace hotlock
