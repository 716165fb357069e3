// The numbers that the workloads reported, and wall time, of both sides.
#pragma once

#include <string>
#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// Primary first, wall time last. Adds a sentence to `warnings` for metrics that cannot be compared.
std::vector<MetricDelta> compare_metrics(const std::vector<Profile>& a,
                                         const std::vector<Profile>& b,
                                         std::vector<std::string>& warnings);

}  // namespace hotlock
