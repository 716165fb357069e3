// What benches share: run a command, read a number from its output, say how sure a median is.
#pragma once

#include <string>
#include <vector>

namespace hotlock::bench {

// Output (standard output only) of a command. Exits with a message when it fails.
std::string output_of(const std::vector<std::string>& command);

// The number in front of `unit` in a text. Exits with a message when there is none.
double number_before(const std::string& text, const std::string& unit);

// Median with a distribution-free interval of at least 95 %: order statistics whose ranks follow
// from the binomial distribution (Conover, Practical Nonparametric Statistics, 3.2). Six values at
// least.
struct Estimate {
    double median = 0;
    double low = 0;
    double high = 0;
};
Estimate estimate_median(std::vector<double> values);

// Goals met and missed, printed as they are judged.
class Goals {
  public:
    void at_least(const std::string& what, double value, double goal);
    void at_most(const std::string& what, double value, double goal);

    // Prints the sum; the exit code of the bench: 0 when all were met.
    int finish() const;

  private:
    void judge(bool met, const std::string& line);

    int met_ = 0;
    int missed_ = 0;
};

}  // namespace hotlock::bench
