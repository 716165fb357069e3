// What the analysis of a long recording costs: wall time and memory for a million samples, as
// `hotlock runs` takes over the recording of a hotlock that was killed.
// usage: sample_analysis BUILD_DIRECTORY [ROUNDS]
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "collector/procfs.h"
#include "collector/sideband_reader.h"
#include "test/bench/invented_samples.h"
#include "test/bench/measure.h"
#include "test/system/json.h"

namespace hotlock::bench {
namespace {

using Command = std::vector<std::string>;

constexpr useconds_t libraries_are_mapped_us = 300'000;

pid_t start(const Command& command) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child != 0) return child;
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (std::freopen("/dev/null", "w", stdout) != nullptr) ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

// Of cryptobench: its own, with debug information, and libcrypto, libstdc++, libc.
std::vector<recording::Mapping> real_modules(const std::string& cryptobench) {
    const pid_t child = start({cryptobench, "secure-random", "--variant", "before"});
    ::usleep(libraries_are_mapped_us);
    std::vector<recording::Mapping> modules = collector::executable_mappings(child, 0);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (recording::Mapping& module : modules)
        module.build_id = collector::read_build_id(module.path);
    std::erase_if(modules, [](const auto& module) { return module.build_id.empty(); });
    const std::string name = std::filesystem::canonical(cryptobench);
    std::stable_partition(modules.begin(), modules.end(),
                          [&](const auto& module) { return module.path == name; });
    return modules;
}

struct Cost {
    double seconds = 0;
    double cpu_seconds = 0;  // much less: the machine is busy with something else
    double megabytes = 0;
};

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

Cost cost_of(const Command& command) {
    const auto before = std::chrono::steady_clock::now();
    const pid_t child = start(command);
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    if (status != 0) {
        fmt::print(stderr, "error: {} failed\nhint: run it by hand to see more\n", command[0]);
        std::exit(1);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - before;
    return {elapsed.count(), seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
            static_cast<double>(usage.ru_maxrss) * 1024 / 1e6};
}

double median(std::vector<Cost> costs, double Cost::*value) {
    std::ranges::sort(costs, {}, value);
    return costs[costs.size() / 2].*value;
}

// A cheap analysis that finds nothing is no analysis.
void judge_content(const std::string& hotlock, const std::string& database,
                   const SampleCounts& counts, Goals& goals) {
    const test::Json report(output_of({hotlock, "report", "--db", database, "--json"}));
    goals.at_least("functions listed", static_cast<double>(report.size("/cpu")), 20);
    goals.at_least("cache lines listed", static_cast<double>(report.size("/lines")),
                   counts.bouncing_lines);
    goals.at_most("cache lines listed", static_cast<double>(report.size("/lines")),
                  counts.bouncing_lines);
}

int run(const std::string& build, size_t rounds) {
    const std::string hotlock = build + "/bin/hotlock";
    const SampleCounts counts;
    const auto modules = real_modules(build + "/bin/cryptobench");
    fmt::print("{} samples in code of {} modules, analysed {} times\n", counts.samples,
               modules.size(), rounds);
    const std::string folder = fmt::format("/tmp/hotlock-bench-{}", ::getpid());
    std::filesystem::create_directory(folder);
    const std::string database = folder + "/bench.db";
    std::vector<Cost> costs;
    for (size_t round = 0; round < rounds; round++) {
        write_samples(database, modules, counts);
        costs.push_back(cost_of({hotlock, "runs", "--db", database}));
        fmt::print("  {:.2f} s ({:.2f} s of CPU time), {:.0f} MB\n", costs.back().seconds,
                   costs.back().cpu_seconds, costs.back().megabytes);
    }
    Goals goals;
    goals.at_most("wall time in s, median", median(costs, &Cost::seconds), 10);
    goals.at_most("peak memory in MB, median", median(costs, &Cost::megabytes), 500);
    judge_content(hotlock, database, counts, goals);
    std::filesystem::remove_all(folder);
    return goals.finish();
}

}  // namespace
}  // namespace hotlock::bench

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("error: no build directory\nhint: make bench-samples\n", stderr);
        return 2;
    }
    return hotlock::bench::run(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 3);
}
