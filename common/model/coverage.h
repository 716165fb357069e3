// What a run could not see, as far as it changes what may be said about its locks.
#pragma once

#include <vector>

#include "common/model/profile.h"

namespace hotlock {

// The probe whose absence means that lock waits were not recorded; null when they were. Without
// it "no lock" is not a result.
const ProbeState* missing_lock_probe(const Quality& quality);

// True when CPU time was sampled.
bool samples_recorded(const Quality& quality);

// A part of the samples probe. It has a state of its own when it is off although the probe is on.
constexpr const char* cache_lines_part = "cache lines";

// True when cache lines were derived from the samples. Without that "no cache line" is no result.
bool lines_recorded(const Quality& quality);

// A run in which no lock was seen says nothing about the program when it was interrupted, saw no
// thread, or was shorter than this.
constexpr nanoseconds shortest_telling_run = std::chrono::milliseconds(10);
bool tells_enough(const Profile& profile);

// True when every run recorded lock waits.
bool lock_waits_recorded(const std::vector<Profile>& runs);

// True when cache lines were derived in every run.
bool lines_recorded(const std::vector<Profile>& runs);

}  // namespace hotlock
