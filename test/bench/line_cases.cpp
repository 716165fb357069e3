#include "test/bench/line_cases.h"

#include <algorithm>
#include <sstream>

namespace hotlock::bench {

namespace {

std::string item(const std::string& array, size_t index) {
    return array + "/" + std::to_string(index);
}

// Of the line and of its fields.
std::vector<std::string> names_of(const test::Json& report, const std::string& line) {
    std::vector<std::string> names{report.text(line + "/name")};
    for (size_t i = 0; i < report.size(line + "/fields"); i++) {
        const std::string name = item(line + "/fields", i) + "/name";
        if (!report.is_null(name)) names.push_back(report.text(name));
    }
    return names;
}

bool any_contains(const std::vector<std::string>& names, const std::string& part) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return name.find(part) != std::string::npos;
    });
}

bool is_line_of(const LineCase& truth, const test::Json& report, const std::string& line) {
    if (report.text(line + "/sharing") != truth.sharing) return false;
    const std::vector<std::string> names = names_of(report, line);
    return std::all_of(truth.names.begin(), truth.names.end(),
                       [&](const std::string& part) { return any_contains(names, part); });
}

bool has_noticeable_lock(const test::Json& report) {
    return report.size("/locks") > 0 && report.number("/locks/0/share") >= 0.01;
}

std::string describe(const test::Json& report, const std::string& line) {
    std::string text = report.text(line + "/sharing");
    for (const std::string& name : names_of(report, line))
        text += " " + name;
    return text;
}

}  // namespace

std::vector<LineCase> workload_cases(const std::string& program, const std::string& list,
                                     const std::string& seconds) {
    std::vector<LineCase> cases;
    std::istringstream rows(list);
    for (std::string row; std::getline(rows, row);) {
        std::istringstream words(row);
        LineCase one;
        std::string stalls;
        words >> one.name >> one.sharing >> stalls;
        one.hidden = stalls == "hidden";
        for (std::string name; words >> name;)
            one.names.push_back(name);
        one.command = {program, one.name, seconds};
        cases.push_back(one);
    }
    return cases;
}

std::vector<LineCase> provider_lookup_cases(const std::string& cryptobench,
                                            const std::string& seconds) {
    const auto variant = [&](const std::string& name) {
        LineCase one{.name = "provider_" + name, .sharing = "none"};
        one.command = {cryptobench, "provider-lookup", "--variant", name, "--threads",
                       "2",         "--seconds",       seconds};
        return one;
    };
    LineCase before = variant("before");
    before.sharing = "true";
    before.names = {"previous_key"};
    before.first = true;
    return {before, variant("instance"), variant("removed")};
}

LineVerdict judge_lines(const LineCase& truth, const test::Json& report) {
    LineVerdict verdict;
    if (!report.is_null("/quality/resolved_share"))
        verdict.resolved_share = report.number("/quality/resolved_share");
    const size_t count = report.size("/lines");
    verdict.right = !truth.bounces() && count == 0;
    for (size_t i = 0; i < (truth.first ? std::min<size_t>(count, 1) : count); i++) {
        const std::string line = item("/lines", i);
        if (truth.bounces() && is_line_of(truth, report, line)) verdict.right = true;
    }
    if (truth.first && has_noticeable_lock(report)) verdict.right = false;
    if (!verdict.right) verdict.listed = count == 0 ? "nothing" : describe(report, "/lines/0");
    return verdict;
}

}  // namespace hotlock::bench
