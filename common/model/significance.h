// From which share of the thread time on a lock or a cache line is worth a word. Rules and reports
// agree on these.
#pragma once

#include "common/model/profile.h"

namespace hotlock {

// Below this a lock is not named as a cause of anything: start-up waits alone can be as big.
constexpr double share_worth_naming = 0.01;

constexpr double share_hot = 0.05;     // worth a finding
constexpr double share_severe = 0.20;  // worth dropping other work for

// Part of the run's thread time in which threads waited for work, 0..1: idle pools, joins.
double idle_share(const Profile& profile);

// The line's share of the time in which threads did not wait for work, where that says more: a
// server with a hundred idle threads does not get faster by them. Its plain share when that is
// below share_worth_naming.
double line_weight(const Profile& profile, const CacheLine& line);

}  // namespace hotlock
