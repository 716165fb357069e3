// The perf side band: which files are mapped where, thread names, forks, exits. No PMU, no samples.
#pragma once

#include <string>
#include <vector>

#include "collector/probe_fds.h"

namespace hotlock::collector {

// Privileged. One event per online CPU, for all processes: an event that belongs to a thread would
// be switched with it, which costs a contended program several percent. Throws Error.
std::vector<UniqueFd> open_sideband();

// Numbers of the online CPUs, ascending (/sys/devices/system/cpu/online under `root`).
std::vector<int> online_cpus(const std::string& root = "");

}  // namespace hotlock::collector
