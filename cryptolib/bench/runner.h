// Runs a workload in several threads at once and sums up what they did.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "cryptolib/bench/waits.h"
#include "cryptolib/bench/worker.h"

namespace cryptobench {

struct RunPlan {
    unsigned threads = 1;
    nanoseconds duration{0};             // of counting; unused when `operations` is given
    std::optional<uint64_t> operations;  // in total, dealt out evenly; at least one per thread
    nanoseconds warm_up{0};              // before counting
};

struct RunResult {
    uint64_t operations = 0;
    nanoseconds time{0};  // while operations were counted
    double fairness = 0;  // the slowest thread's operations per second / the fastest's
    Waits waits;          // of all threads; empty unless the workload uses TimedGuard

    double operations_per_second() const;
};

// Throws what the body throws in any thread, and Failure when the threads cannot be started.
RunResult run(const RunPlan& plan, Worker::Body body);

}  // namespace cryptobench
