// What makes two sides unequal besides the program: machines, kernels, probes, bad runs.
#pragma once

#include <string>
#include <vector>

#include "common/model/profile.h"

namespace hotlock {

// Full sentences, most serious first.
std::vector<std::string> environment_warnings(const std::vector<Profile>& a,
                                              const std::vector<Profile>& b);

}  // namespace hotlock
