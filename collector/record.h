// Makes a Recording of a program: the one entry point of the collector.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collector/metric_scanner.h"
#include "collector/privileged.h"
#include "common/model/calibration.h"
#include "common/unwind/functions.h"

namespace hotlock::collector {

struct RecordOptions {
    std::vector<std::string> command;                  // argv to run, or
    std::optional<pid_t> attach;                       // a running process
    std::optional<std::chrono::nanoseconds> duration;  // recorded at most; absent: to the end
    uint32_t frequency = 0;                            // of CPU samples, Hz; 0: none
    bool adapt_frequency = false;                      // lower it where ticks slow the program down
    bool every_wait = false;                           // record all, also of the busiest locks
    std::optional<Calibration> calibration;            // of the samples; absent: without them
    std::string label;
    std::optional<uint64_t> raw_limit;  // noted for whoever stores the recording
    std::vector<MetricPattern> metrics;
    std::string spool_prefix;  // see recording::Writer
};

struct Recorded {
    std::string spool;                           // path of the finished recording
    std::optional<int> exit_code;                // of a spawned program
    std::vector<std::string> unmatched_metrics;  // patterns that found no number
    size_t left_running = 0;                     // followed processes that outlived the program
};

// Runs (or attaches to) the program until it ends, `duration` is over, or, when attached, a signal
// asks for the end. Interrupts from the terminal reach the program, not the recording.
// Throws CannotRun, or Error when the recording cannot go on; a program that runs by then is
// waited for first.
Recorded record(const RecordOptions& options, PrivilegedPart& privileged,
                const unwind::CodeKnowledge& code);

}  // namespace hotlock::collector
