// What the privileged part hands over: descriptors that work without any right of ours.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
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
    bool windows = false;  // locks may be recorded in windows (busy_locks.h)
};

// The samples probe: perf events of the CPU clock, a set per CPU.
struct SampleFds {
    std::vector<UniqueFd> ticks;   // with registers
    std::vector<UniqueFd> stacks;  // with stack memory too, slower
    uint64_t tick_period_ns = 0;
    uint64_t stack_period_ns = 0;
    bool kernel = false;  // ticks that meet a thread in the kernel are seen too
    bool adapts = false;  // fewer ticks where they would slow the program down (tick_source.h)
    bool kernel_ticks = false;  // the sleeps probe may sample at the kernel's own timer interrupts
};

// Why a probe is not among the descriptors.
struct Obstacle {
    std::string probe;  // "sleeps", "samples"
    std::string what;
    std::string hint;
};

// Descriptors of probes that cannot run here are absent.
struct ProbeFds {
    std::optional<SleepsFds> sleeps;
    std::optional<SampleFds> samples;
    std::vector<Obstacle> obstacles;
    std::vector<UniqueFd> sideband;  // one perf event per CPU: mappings, names, forks, exits
};

// What is to be watched. A spawned program is one that has not been started yet.
struct Target {
    pid_t pid = 0;
    bool attached = false;
};

}  // namespace hotlock::collector
