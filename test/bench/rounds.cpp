#include "test/bench/rounds.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>

namespace hotlock::bench {
namespace {

Estimate estimate(const std::vector<double>& a, const std::vector<double>& b,
                  const std::function<double(double, double)>& combine) {
    std::vector<double> values;
    for (size_t i = 0; i < a.size(); i++)
        values.push_back(combine(a[i], b[i]));
    return estimate_median(values);
}

}  // namespace

Command Setup::recorded(const Command& command, const Command& options) const {
    Command all{program("bin/hotlock"), "record", "--db", database};
    all.insert(all.end(), options.begin(), options.end());
    all.emplace_back("--");
    all.insert(all.end(), command.begin(), command.end());
    return all;
}

Setup setup_from(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("error: no build directory\nhint: make bench\n", stderr);
        std::exit(2);
    }
    Setup setup{.build = argv[1]};
    if (argc > 2) setup.rounds = std::max(6, std::atoi(argv[2]));
    if (argc > 3) setup.seconds = argv[3];
    setup.database = fmt::format("/tmp/hotlock-bench-{}.db", ::getpid());
    return setup;
}

std::vector<std::vector<double>> run_rounds(const Setup& setup,
                                            const std::vector<Command>& commands,
                                            const std::string& unit) {
    std::vector<std::vector<double>> values(commands.size());
    std::vector<size_t> order(commands.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::mt19937 random(std::random_device{}());
    for (int round = 0; round < setup.rounds; round++) {
        std::shuffle(order.begin(), order.end(), random);
        for (const size_t which : order)
            values[which].push_back(number_before(output_of(commands[which]), unit));
        fmt::print(stderr, "\r  round {} of {} ", round + 1, setup.rounds);
    }
    fmt::print(stderr, "\r{:40}\r", "");
    std::remove(setup.database.c_str());
    return values;
}

Estimate ratio_of(const std::vector<double>& a, const std::vector<double>& b) {
    return estimate(a, b, std::divides<>());
}

Estimate difference_of(const std::vector<double>& a, const std::vector<double>& b) {
    return estimate(a, b, std::minus<>());
}

void print_estimate(const std::string& what, const Estimate& value) {
    fmt::print("  {:<16} median {:.3f}, 95 % interval {:.3f} .. {:.3f}\n", what, value.median,
               value.low, value.high);
}

}  // namespace hotlock::bench
