// Two CPUs between which a line can move.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace hotlock::collector {

using CpuPair = std::array<int, 2>;

// CPUs that this process may run on, ascending.
std::vector<int> allowed_cpus();

// The first allowed CPU, and the first that is on another core than it: threads of one core share
// their caches (/sys/devices/system/cpu/cpu*/topology under `root`). Nothing when there is none.
std::optional<CpuPair> cpus_apart(const std::vector<int>& allowed, const std::string& root = "");

// Keeps the calling thread on one CPU. Throws Error.
void stay_on(int cpu);

}  // namespace hotlock::collector
