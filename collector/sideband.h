// The perf side band: which files are mapped where, thread names, forks, exits. No PMU, no samples.
#pragma once

#include <vector>

#include "collector/probe_fds.h"

namespace hotlock::collector {

// Privileged. One event per online CPU, for all processes where the kernel allows that: an event
// that belongs to a thread is switched with it, which costs a contended program several percent.
// Else for the target and its children, unless it is attached. Throws Error when the kernel allows
// neither.
std::vector<UniqueFd> open_sideband(const Target& target);

}  // namespace hotlock::collector
