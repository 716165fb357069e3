// Everything that hotlock knows about one run. Made by the analyzer, kept by the store, shown by
// the reports: the one value that the three share.
#pragma once

#include <string>
#include <vector>

#include "common/model/cpu.h"
#include "common/model/line.h"
#include "common/model/lock.h"
#include "common/model/run.h"
#include "common/model/stack.h"

namespace hotlock {

struct Finding {
    std::string rule;      // "hot-lock"
    std::string severity;  // "high", "medium", "info"
    std::string title;     // one sentence with names and figures
    std::string detail;    // evidence
    std::string advice;
};

struct Profile {
    RunInfo run;
    Quality quality;
    std::vector<Metric> metrics;
    std::vector<ThreadSummary> threads;
    StackTable stacks;
    std::vector<Lock> locks;           // most wait first
    std::vector<WorkWait> work_waits;  // most wait first
    std::vector<CacheLine> lines;      // that bounce between CPUs; most time first
    std::vector<CpuFunction> cpu;      // most time first
    std::vector<CpuStack> cpu_stacks;  // most time first
    std::vector<Finding> findings;
};

}  // namespace hotlock
