// Findings of a single run about cache lines that bounce between CPUs.
#pragma once

#include <string>
#include <vector>

#include "common/model/profile.h"

namespace hotlock {

// Rule "bouncing-line" for each line of at least share_hot by line_weight(), severity as for locks.
// The share of a line is an upper bound of what sharing it costs (profile/excess.h).
std::vector<Finding> line_findings(const Profile& profile);

// One sentence that fits what shares the line: true or false sharing, a lock word, a counter.
std::string line_advice(const CacheLine& line);

}  // namespace hotlock
