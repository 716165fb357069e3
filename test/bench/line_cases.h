// Programs of which it is known which cache lines bounce, and whether a report tells the truth
// about one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "test/system/json.h"

namespace hotlock::bench {

struct LineCase {
    std::string name;
    std::string sharing;               // "none": no line may be listed
    std::vector<std::string> names;    // parts of the names of fields of the line
    std::vector<std::string> command;  // that runs it
    bool first = false;                // the line must be the first, and no lock may matter
    bool hidden = false;               // threads do not stall for the line: no goal

    bool bounces() const { return sharing != "none"; }
};

// test/workloads/lines, from the output of `PROGRAM --list`.
std::vector<LineCase> workload_cases(const std::string& program, const std::string& list,
                                     const std::string& seconds);

// `cryptobench provider-lookup` with two threads, by variant.
std::vector<LineCase> provider_lookup_cases(const std::string& cryptobench,
                                            const std::string& seconds);

// What a report says about a case.
struct LineVerdict {
    bool right = false;  // the line with all its fields and the right sharing is listed, or none
    std::string listed;  // what is listed instead
    std::optional<double> resolved_share;
};

LineVerdict judge_lines(const LineCase& truth, const test::Json& report);

}  // namespace hotlock::bench
