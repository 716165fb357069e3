// Reads the program's standard output on its way to ours.
#pragma once

#include "collector/metric_scanner.h"
#include "common/base/unique_fd.h"

namespace hotlock::collector {

class OutputTap {
  public:
    // Makes the pipe. Throws Error.
    explicit OutputTap(const std::vector<MetricPattern>& patterns);

    int program_end() const { return write_.get(); }
    int read_end() const { return read_.get(); }

    // Our copy of the program's end must go once the program has its own.
    void close_program_end() { write_.reset(); }

    // Passes on what is there, without waiting for more. False at the end of the output.
    bool pump();

    MetricScanner& scanner() { return scanner_; }

  private:
    UniqueFd read_;
    UniqueFd write_;
    MetricScanner scanner_;
};

}  // namespace hotlock::collector
