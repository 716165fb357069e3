#include "test/bench/measure.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace hotlock::bench {

namespace {

[[noreturn]] void give_up(const std::string& why) {
    fmt::print(stderr, "error: {}\nhint: run it by hand to see more\n", why);
    std::exit(1);
}

[[noreturn]] void run_child(const std::vector<std::string>& command, int output) {
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::dup2(output, STDOUT_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
}

// Largest k with P(X < k) <= 0.025 for X ~ binomial(n, 1/2): the interval is from the k-th smallest
// to the k-th largest value.
size_t interval_rank(size_t n) {
    double term = std::pow(0.5, static_cast<double>(n));
    double below = 0;
    size_t rank = 0;
    for (size_t k = 0; k < n; k++) {
        below += term;
        if (below > 0.025) break;
        rank = k + 1;
        term = term * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return rank;
}

}  // namespace

std::string output_of(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe(ends) != 0) give_up("cannot make a pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        run_child(command, ends[1]);
    }
    ::close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<size_t>(got));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        give_up(fmt::format("{} failed", command.front()));
    return text;
}

double number_before(const std::string& text, const std::string& unit) {
    const size_t end = text.rfind(" " + unit);
    if (end == std::string::npos) give_up(fmt::format("no number of {} in: {}", unit, text));
    const size_t start = text.find_last_of(" \n", end - 1);
    return std::strtod(text.c_str() + (start == std::string::npos ? 0 : start + 1), nullptr);
}

Estimate estimate_median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    const size_t rank = interval_rank(n);
    if (rank == 0) give_up("six rounds at least are needed");
    return {(values[(n - 1) / 2] + values[n / 2]) / 2, values[rank - 1], values[n - rank]};
}

void Goals::judge(bool met, const std::string& line) {
    fmt::print("  {}  {}\n", met ? "met   " : "MISSED", line);
    (met ? met_ : missed_)++;
}

void Goals::at_least(const std::string& what, double value, double goal) {
    judge(value >= goal, fmt::format("{}: {:.3f}, goal at least {:.3f}", what, value, goal));
}

void Goals::at_most(const std::string& what, double value, double goal) {
    judge(value <= goal, fmt::format("{}: {:.3f}, goal at most {:.3f}", what, value, goal));
}

int Goals::finish() const {
    fmt::print("goals: {} met, {} missed\n", met_, missed_);
    return missed_ == 0 ? 0 : 1;
}

}  // namespace hotlock::bench
