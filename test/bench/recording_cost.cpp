// What `hotlock record` costs the program: throughput kept under contention, and ns per wait that
// really blocks. Rounds are interleaved in random order; bare against bare shows what the machine
// itself does meanwhile.
// usage: recording_cost BUILD_DIRECTORY [ROUNDS [SECONDS]]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "test/bench/measure.h"

namespace hotlock::bench {
namespace {

struct Setup {
    std::string build;
    int rounds = 40;
    std::string seconds = "1";
    std::string database;
};

using Command = std::vector<std::string>;

Command recorded(const Setup& setup, const Command& command) {
    Command all{setup.build + "/bin/hotlock", "record", "--db", setup.database, "--"};
    all.insert(all.end(), command.begin(), command.end());
    return all;
}

// Values of one round: bare, recorded, bare again, each in a random place.
struct Rounds {
    std::vector<double> bare, recorded, bare_again;
};

Rounds run_rounds(const Setup& setup, const Command& command, const std::string& unit) {
    Rounds rounds;
    std::mt19937 random(std::random_device{}());
    std::array<int, 3> order{0, 1, 2};
    for (int round = 0; round < setup.rounds; round++) {
        std::shuffle(order.begin(), order.end(), random);
        for (const int which : order) {
            const Command run = which == 1 ? recorded(setup, command) : command;
            const double value = number_before(output_of(run), unit);
            (which == 0   ? rounds.bare
             : which == 1 ? rounds.recorded
                          : rounds.bare_again)
                .push_back(value);
        }
        fmt::print(stderr, "\r  round {} of {} ", round + 1, setup.rounds);
    }
    fmt::print(stderr, "\r{:40}\r", "");
    std::remove(setup.database.c_str());
    return rounds;
}

template <class Combine>
Estimate estimate(const std::vector<double>& a, const std::vector<double>& b, Combine combine) {
    std::vector<double> values;
    for (size_t i = 0; i < a.size(); i++)
        values.push_back(combine(a[i], b[i]));
    return estimate_median(values);
}

double ratio(double a, double b) {
    return a / b;
}
double difference(double a, double b) {
    return a - b;
}

void print_estimate(const char* what, const Estimate& value) {
    fmt::print("  {:<16} median {:.3f}, 95 % interval {:.3f} .. {:.3f}\n", what, value.median,
               value.low, value.high);
}

void throughput_kept(const Setup& setup, const std::string& threads, Goals& goals) {
    fmt::print("secure-random before, {} threads: throughput kept, {} rounds of {} s\n", threads,
               setup.rounds, setup.seconds);
    const Rounds rounds =
        run_rounds(setup,
                   {setup.build + "/bin/cryptobench", "secure-random", "--variant", "before",
                    "--threads", threads, "--seconds", setup.seconds},
                   "ops/s");
    const Estimate kept = estimate(rounds.recorded, rounds.bare, ratio);
    print_estimate("recorded / bare", kept);
    print_estimate("bare / bare", estimate(rounds.bare_again, rounds.bare, ratio));
    goals.at_least("upper end of the interval", kept.high, 0.97);
    goals.at_least("lower end of the interval", kept.low, 0.93);
}

void cost_of_a_wait(const Setup& setup, Goals& goals) {
    fmt::print("hand-over on one CPU: ns per wait that blocks, {} rounds of {} s\n", setup.rounds,
               setup.seconds);
    const Rounds rounds =
        run_rounds(setup, {setup.build + "/test/workloads/handover", setup.seconds}, "ns each");
    print_estimate("bare", estimate_median(rounds.bare));
    const Estimate added = estimate(rounds.recorded, rounds.bare, difference);
    print_estimate("recorded - bare", added);
    print_estimate("bare - bare", estimate(rounds.bare_again, rounds.bare, difference));
    goals.at_most("ns added to a wait that blocks", added.median, 1500);
}

int run(const Setup& setup) {
    Goals goals;
    throughput_kept(setup, "2", goals);
    throughput_kept(setup, "4", goals);
    cost_of_a_wait(setup, goals);
    return goals.finish();
}

}  // namespace
}  // namespace hotlock::bench

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("error: no build directory\nhint: make bench\n", stderr);
        return 2;
    }
    hotlock::bench::Setup setup{.build = argv[1]};
    if (argc > 2) setup.rounds = std::max(6, std::atoi(argv[2]));
    if (argc > 3) setup.seconds = argv[3];
    setup.database = fmt::format("/tmp/hotlock-bench-{}.db", ::getpid());
    return hotlock::bench::run(setup);
}
