// What is known about one execution under hotlock, besides its locks.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.h"

namespace hotlock {

using std::chrono::nanoseconds;

struct RunInfo {
    RunId id;                          // none until stored
    std::string label;                 // may be empty; several runs may share one
    std::vector<std::string> command;  // argv; for an attached process its own argv
    int64_t started_at = 0;            // Unix time in ns
    nanoseconds duration{0};
    nanoseconds thread_time{0};    // sum over threads of their lifetime in the run
    std::optional<int> exit_code;  // as a shell reports it (128 + N for a signal); attach: none
    uint32_t threads = 0;          // threads seen alive at any time in the run
    uint32_t cpus = 0;             // online CPUs
    std::string host;
    std::string kernel;  // uname -r
    std::string cpu_model;
    std::string git;                       // revision of the working directory, empty when none
    std::optional<nanoseconds> user_time;  // CPU time of the program; attach: none
    std::optional<nanoseconds> system_time;
};

struct ProbeState {
    std::string name;    // "sleeps"
    std::string state;   // "on", "off", "unavailable"
    std::string reason;  // why not on; of a probe that is on: what it cannot see; may be empty
};

// What this run lost or could not see. Shown in every report.
struct Quality {
    std::vector<ProbeState> probes;
    uint64_t lost_events = 0;
    uint64_t truncated_stacks = 0;  // distinct stacks of waits and wakers that do not reach the
                                    // thread's start
    std::optional<double> unsymbolized_share;  // share of wait time whose site has no name, 0..1
    // Of the samples behind an instruction of user code that accesses memory other than its own
    // stack, or may do so: the share whose address is known, 0..1.
    std::optional<double> resolved_share;
    std::optional<double> overhead_share;  // our own CPU time / the program's CPU time; absent
                                           // where the program used next to none
    std::vector<std::string> warnings;     // full sentences
    bool complete = true;                  // false: salvaged from an interrupted recording
};

// A number that the workload reported about itself.
struct Metric {
    std::string name;
    double value = 0;
    std::string unit;    // may be empty
    std::string better;  // "higher", "lower" or empty when not said
};

struct ThreadSummary {
    pid_t pid = 0;
    pid_t tid = 0;
    std::string name;
    nanoseconds lifetime{0};  // within the run
    nanoseconds lock_wait{0};
    nanoseconds work_wait{0};
    std::optional<nanoseconds> running;  // absent: the probe that measures it was off
    std::optional<nanoseconds> churn;
    std::optional<nanoseconds> ready;
};

}  // namespace hotlock
