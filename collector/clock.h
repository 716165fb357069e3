// The clock of every record.
#pragma once

#include <cstdint>
#include <ctime>

namespace hotlock::collector {

inline uint64_t read_clock(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

// CLOCK_MONOTONIC in ns, as bpf_ktime_get_ns() and perf give it.
inline uint64_t monotonic_now() {
    return read_clock(CLOCK_MONOTONIC);
}

}  // namespace hotlock::collector
