// Reads the per-CPU logs of the sleeps probe (bpf/abi.h, struct hl_log) in one order of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bpf/abi.h"

namespace hotlock::collector {

struct LoggedEntry {
    hl_entry entry{};
    uint32_t cpu = 0;
};

class SleepLog {
  public:
    // `logs`: one per CPU, side by side; must outlive the reader.
    SleepLog(hl_log* logs, size_t cpus) : logs_(logs), cpus_(cpus) {}

    // Takes the entries of all CPUs until `time` (CLOCK_MONOTONIC, ns), by time. An entry becomes
    // visible some time after the moment that it tells: ask for a time that is past enough.
    std::vector<LoggedEntry> take_until(uint64_t time);

  private:
    hl_log* logs_;
    size_t cpus_;
};

}  // namespace hotlock::collector
