// What cryptobench prints, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cryptolib/bench/runner.h"

namespace cryptobench {

struct Report {
    std::string_view workload;
    std::string_view variant;
    unsigned threads = 0;
    RunResult result;
    bool with_waits = false;  // whether result.waits was measured
};

// For people; the last line ends in "NUMBER ops/s".
std::string human_report(const Report& report);

// One line.
std::string json_report(const Report& report);

// The workloads and their variants as a table of lines.
std::string describe_workloads();

std::string usage();

// An `error:` and a `hint:` line, with control characters and bytes beyond ASCII made visible.
std::string error_lines(std::string_view what, std::string_view hint);

}  // namespace cryptobench
