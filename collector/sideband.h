// The perf side band: which files are mapped where, thread names, forks, exits. No PMU, no samples.
#pragma once

#include <string>
#include <vector>

#include "collector/probe_fds.h"

namespace hotlock::collector {

// Privileged. One event per online CPU, for all processes where the kernel allows that: an event
// that belongs to a thread is switched with it, which costs a contended program several percent.
// Else for the target and its children. Throws Error when the kernel allows neither.
std::vector<UniqueFd> open_sideband(const Target& target);

// Numbers of the online CPUs, ascending (/sys/devices/system/cpu/online under `root`).
std::vector<int> online_cpus(const std::string& root = "");

}  // namespace hotlock::collector
