// Profiles to store, and their comparison.
#pragma once

#include <string>

#include "common/model/profile.h"

namespace hotlock {

// A run that uses every member of the model, with differing values and some absent ones. Runs of
// different `seed` share most names and stacks.
Profile sample_profile(unsigned seed = 1, size_t locks = 3);

// Everything in a profile as text; equal texts mean equal profiles, however they number stacks.
std::string dump(const Profile& profile);

}  // namespace hotlock
