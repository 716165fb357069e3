// From which share of the thread time on a lock is worth a word. Rules and reports agree on these.
#pragma once

namespace hotlock {

// Below this a lock is not named as a cause of anything: start-up waits alone can be as big.
constexpr double share_worth_naming = 0.01;

constexpr double share_hot = 0.05;     // worth a finding
constexpr double share_severe = 0.20;  // worth dropping other work for

}  // namespace hotlock
