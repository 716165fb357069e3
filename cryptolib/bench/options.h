// The command line of cryptobench.
#pragma once

#include <string>
#include <vector>

#include "cryptolib/bench/runner.h"
#include "cryptolib/bench/workloads.h"

namespace cryptobench {

struct Options {
    enum class Command { help, list, run };

    Command command = Command::run;
    const Workload* workload = nullptr;  // this and the following only for run
    const Variant* variant = nullptr;
    RunPlan plan;
    bool json = false;
    bool measure_waits = false;
};

// `words` without the program's name. Throws UsageError.
Options parse_options(const std::vector<std::string>& words);

// The options as a table of lines for people.
std::string describe_options();

}  // namespace cryptobench
