// The cases of test/workloads/lines, and whether a report tells the truth about one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "test/system/json.h"

namespace hotlock::bench {

struct LineCase {
    std::string name;
    std::string sharing;             // "none": no line may be listed
    std::vector<std::string> names;  // parts of the names of fields of the line

    bool bounces() const { return sharing != "none"; }
};

// From the output of `lines --list`.
std::vector<LineCase> parse_line_cases(const std::string& list);

// What a report says about a case.
struct LineVerdict {
    bool right = false;  // the line with all its fields and the right sharing is listed, or none
    std::string listed;  // what is listed instead
    std::optional<double> resolved_share;
};

LineVerdict judge_lines(const LineCase& truth, const test::Json& report);

}  // namespace hotlock::bench
