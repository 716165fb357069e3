// Reads the per-CPU logs of sleeps (bpf/abi.h, struct hl_log) in one order of time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bpf/abi.h"

namespace hotlock::collector {

struct LoggedSleep {
    hl_sleep sleep{};
    uint32_t cpu = 0;
};

class SleepLog {
  public:
    // `logs`: one per CPU, side by side; must outlive the reader.
    SleepLog(hl_log* logs, size_t cpus) : logs_(logs), cpus_(cpus) {}

    // Takes the sleeps that ended until `time` (CLOCK_MONOTONIC, ns), by time. Given the present, a
    // thread's sleeps stay in order although it may have written to several logs: what one CPU
    // wrote after another was read is later than `time` and stays for the next call.
    std::vector<LoggedSleep> take_until(uint64_t time);

  private:
    hl_log* logs_;
    size_t cpus_;
};

}  // namespace hotlock::collector
