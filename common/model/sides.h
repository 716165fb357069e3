// What the two sides of a comparison are called.
#pragma once

#include <string>

#include "common/model/comparison.h"

namespace hotlock {

struct SideNames {
    std::string a;
    std::string b;
};

// The labels, where all runs of a side share one and the two sides differ; else "A" and "B".
SideNames side_names(const Comparison& comparison);

}  // namespace hotlock
