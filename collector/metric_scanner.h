// Finds numbers that a program prints about itself. The door to RE2 (linear-time matching).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::collector {

// "NAME=REGEX": the first group is the value, an optional second one its unit; without groups the
// whole match is the value. The last match in the output counts.
struct MetricPattern {
    std::string name;
    std::string regex;
};

// Throws UsageError: no name, no '=', or a regex that does not compile.
MetricPattern parse_metric_pattern(const std::string& text);

class MetricScanner {
  public:
    explicit MetricScanner(const std::vector<MetricPattern>& patterns);
    ~MetricScanner();
    MetricScanner(const MetricScanner&) = delete;
    MetricScanner& operator=(const MetricScanner&) = delete;

    // Any piece of output; lines are put together, at most 64 KiB each (longer ones are cut).
    void feed(std::string_view output);

    // Ends the last line. Patterns that never matched give nothing.
    std::vector<recording::Metric> finish();

    // Names of the patterns that have not matched a number so far.
    std::vector<std::string> unmatched() const;

  private:
    struct Entry;
    void scan_line();

    std::vector<Entry> entries_;
    std::string line_;
};

}  // namespace hotlock::collector
