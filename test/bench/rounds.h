// Interleaved runs of several commands that do the same work.
#pragma once

#include <string>
#include <vector>

#include "test/bench/measure.h"

namespace hotlock::bench {

using Command = std::vector<std::string>;

struct Setup {
    std::string build;  // directory
    int rounds = 40;
    std::string seconds = "2";  // of each run
    std::string database;       // for the recordings; removed after each series

    std::string program(const std::string& path) const { return build + "/" + path; }
    // `command` under `hotlock record` with further options.
    Command recorded(const Command& command, const Command& options = {}) const;
};

// From the arguments BUILD_DIRECTORY [ROUNDS [SECONDS]]; exits with a message when the first is
// missing.
Setup setup_from(int argc, char** argv);

// Each command once a round, in random order; the number that each prints in front of `unit`.
// [command][round]
std::vector<std::vector<double>> run_rounds(const Setup& setup,
                                            const std::vector<Command>& commands,
                                            const std::string& unit);

// Medians over the rounds of a / b and of a - b.
Estimate ratio_of(const std::vector<double>& a, const std::vector<double>& b);
Estimate difference_of(const std::vector<double>& a, const std::vector<double>& b);

void print_estimate(const std::string& what, const Estimate& value);

}  // namespace hotlock::bench
