// What the privileged part hands over: descriptors that work without any right of ours.
#pragma once

#include <sys/types.h>

#include <vector>

#include "common/base/unique_fd.h"

namespace hotlock::collector {

// The sleeps probe. Closing the links detaches the programs; nothing is pinned.
struct SleepsFds {
    UniqueFd ring;     // BPF ring buffer map
    UniqueFd logs;     // one struct hl_log per possible CPU, mappable
    UniqueFd rules;    // struct hl_rules, mappable
    UniqueFd control;  // struct hl_control, mappable
    std::vector<UniqueFd> links;
};

struct ProbeFds {
    SleepsFds sleeps;
    std::vector<UniqueFd> sideband;  // one perf event per CPU: mappings, names, forks, exits
};

// What is to be watched. A spawned program is one that has not been started yet.
struct Target {
    pid_t pid = 0;
    bool attached = false;
};

}  // namespace hotlock::collector
