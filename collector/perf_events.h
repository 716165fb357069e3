// Opening perf events.
#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "common/base/unique_fd.h"

namespace hotlock::collector {

// One event. `cpu` -1: on whatever CPU the thread runs. Empty when the kernel refuses it: errno
// tells why.
UniqueFd open_event(perf_event_attr attr, pid_t pid, int cpu);

// One event on each online CPU. `pid` -1: of all processes; else of that one, inherited by the
// threads and children that it starts. Nothing when the kernel refuses one: errno tells why.
std::optional<std::vector<UniqueFd>> open_per_cpu(perf_event_attr attr, pid_t pid);

// Numbers of the online CPUs, ascending (/sys/devices/system/cpu/online under `root`).
std::vector<int> online_cpus(const std::string& root = "");

}  // namespace hotlock::collector
