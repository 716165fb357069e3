// The perf side band: which files are mapped where, thread names, forks, exits. No PMU, no samples.
#pragma once

#include <string>
#include <vector>

#include "collector/probe_fds.h"

namespace hotlock::collector {

// Privileged when attaching. One event per online CPU: for a spawned program inherited by all its
// threads and children, for an attached one system-wide. Throws Error.
std::vector<UniqueFd> open_sideband(const Target& target);

// Numbers of the online CPUs, ascending (/sys/devices/system/cpu/online under `root`).
std::vector<int> online_cpus(const std::string& root = "");

}  // namespace hotlock::collector
