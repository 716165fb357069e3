// Whether the cache lines that a report lists are those that bounce: records each case some times,
// in random order, and compares the reports with the truth.
// usage: line_accuracy BUILD_DIRECTORY [ROUNDS [SECONDS [CASE...]]]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "test/bench/line_cases.h"
#include "test/bench/measure.h"

namespace hotlock::bench {
namespace {

struct Setup {
    std::string build;
    int rounds = 20;
    std::string seconds = "1";
    std::vector<std::string> only;  // these cases; empty: all
    std::string database;

    std::string hotlock() const { return build + "/bin/hotlock"; }
};

struct CaseResult {
    LineCase truth;
    int rounds = 0;
    int right = 0;
    std::vector<double> resolved_shares;
    std::map<std::string, int> wrong;  // what was listed instead, how often

    void add(const LineVerdict& verdict);
    double resolved_share() const;  // median
};

void CaseResult::add(const LineVerdict& verdict) {
    rounds++;
    if (verdict.right)
        right++;
    else
        wrong[verdict.listed]++;
    if (verdict.resolved_share) resolved_shares.push_back(*verdict.resolved_share);
}

double CaseResult::resolved_share() const {
    std::vector<double> sorted = resolved_shares;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
}

std::vector<CaseResult> chosen_cases(const Setup& setup) {
    std::vector<CaseResult> results;
    const std::string lines = setup.build + "/test/workloads/lines";
    std::vector<LineCase> cases =
        workload_cases(lines, output_of({lines, "--list"}), setup.seconds);
    for (const LineCase& one :
         provider_lookup_cases(setup.build + "/bin/cryptobench", setup.seconds))
        cases.push_back(one);
    for (const LineCase& one : cases)
        if (setup.only.empty() ||
            std::find(setup.only.begin(), setup.only.end(), one.name) != setup.only.end())
            results.push_back({.truth = one});
    return results;
}

LineVerdict record_and_judge(const Setup& setup, const LineCase& truth) {
    std::remove(setup.database.c_str());
    std::vector<std::string> record{setup.hotlock(), "record", "--db", setup.database, "--"};
    record.insert(record.end(), truth.command.begin(), truth.command.end());
    output_of(record);
    const std::string report =
        output_of({setup.hotlock(), "report", "--db", setup.database, "--json"});
    return judge_lines(truth, test::Json(report));
}

void run_rounds(const Setup& setup, std::vector<CaseResult>& results) {
    std::mt19937 random(std::random_device{}());
    std::vector<CaseResult*> order;
    for (CaseResult& result : results)
        order.push_back(&result);
    for (int round = 0; round < setup.rounds; round++) {
        std::shuffle(order.begin(), order.end(), random);
        for (CaseResult* const result : order)
            result->add(record_and_judge(setup, result->truth));
        fmt::print(stderr, "round {} of {}\n", round + 1, setup.rounds);
    }
    std::remove(setup.database.c_str());
}

void print_table(const std::vector<CaseResult>& results) {
    fmt::print("{:<20} {:<8} {:>10} {:>10}\n", "case", "truth", "right", "resolved");
    for (const CaseResult& result : results) {
        fmt::print("{:<20} {:<8} {:>10} {:>10.2f}\n", result.truth.name, result.truth.sharing,
                   fmt::format("{} of {}", result.right, result.rounds), result.resolved_share());
        for (const auto& [listed, times] : result.wrong)
            fmt::print("    {} x {}\n", times, listed);
    }
}

// 19 of 20 where a line bounces, all where it is the only thing to find; memory that does not
// bounce may never be listed.
void judge(const std::vector<CaseResult>& results, Goals& goals) {
    for (const CaseResult& result : results) {
        if (result.truth.hidden) {
            fmt::print(
                "no goal {}: plain stores, for which no thread waits, are a known weak spot\n",
                result.truth.name);
            continue;
        }
        const double right = static_cast<double>(result.right) / result.rounds;
        const bool always = result.truth.first || !result.truth.bounces();
        goals.at_least(result.truth.name + ": right", right, always ? 1 : 0.95);
        if (result.truth.bounces())
            goals.at_least(result.truth.name + ": resolved share", result.resolved_share(), 0.90);
    }
}

int run(const Setup& setup) {
    std::vector<CaseResult> results = chosen_cases(setup);
    run_rounds(setup, results);
    print_table(results);
    Goals goals;
    judge(results, goals);
    return goals.finish();
}

}  // namespace
}  // namespace hotlock::bench

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("error: no build directory\nhint: make accuracy\n", stderr);
        return 2;
    }
    hotlock::bench::Setup setup{.build = argv[1]};
    if (argc > 2) setup.rounds = std::max(1, std::atoi(argv[2]));
    if (argc > 3) setup.seconds = argv[3];
    if (argc > 4) setup.only.assign(argv + 4, argv + argc);
    setup.database = fmt::format("/tmp/hotlock-accuracy-{}.db", ::getpid());
    return hotlock::bench::run(setup);
}
