// Every report of every example, whole.
#include <gtest/gtest.h>

#include <string>

#include "reports/report.h"
#include "test/golden/approved.h"
#include "test/golden/examples.h"

namespace hotlock::test {
namespace {

// The style sheet and its hash are the same on every page: left out, so that a change of style does
// not rewrite all approved pages.
std::string without_style(std::string html) {
    const auto replace = [&html](const std::string& from, const std::string& to) {
        const size_t start = html.find(from) + from.size();
        html.replace(start, html.find(to, start) - start, "...");
    };
    replace("&#39;sha256-", "&#39;");
    replace("<style>", "</style>");
    return html;
}

void expect_run(const std::string& name, const Profile& profile) {
    expect_approved(name + ".txt", reports::run_text(profile, {}));
    expect_approved(name + ".json", reports::run_json(profile));
    expect_approved(name + ".html", without_style(reports::run_html(profile)));
}

void expect_comparison(const std::string& name, const Comparison& comparison) {
    expect_approved(name + ".txt", reports::comparison_text(comparison, {}));
    expect_approved(name + ".json", reports::comparison_json(comparison));
    expect_approved(name + ".html", without_style(reports::comparison_html(comparison)));
}

TEST(GoldenRun, Hot) {
    expect_run("run_hot", hot_run());
}

TEST(GoldenRun, HotOnANarrowTerminalWithColours) {
    reports::TextOptions options;
    options.width = 64;
    options.colour = true;
    options.top = 2;
    expect_approved("run_hot_narrow.txt", reports::run_text(hot_run(), options));
}

TEST(GoldenRun, Quiet) {
    expect_run("run_quiet", quiet_run());
}

TEST(GoldenRun, CacheLines) {
    expect_run("run_lines", lines_run());
}

TEST(GoldenRun, Blind) {
    expect_run("run_blind", blind_run());
}

TEST(GoldenRun, Hostile) {
    expect_run("run_hostile", hostile_run());
}

TEST(GoldenComparison, Patched) {
    expect_comparison("diff_patched", patched());
}

TEST(GoldenComparison, SingleRuns) {
    expect_comparison("diff_single_runs", single_runs());
}

TEST(GoldenComparison, MixedResult) {
    expect_comparison("diff_mixed_result", mixed_result());
}

}  // namespace
}  // namespace hotlock::test
