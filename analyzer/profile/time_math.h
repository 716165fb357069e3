// Recorded times as durations. A recording may hold any number, so nothing here overflows.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace hotlock::profiling {

using std::chrono::nanoseconds;

inline nanoseconds as_time(uint64_t ns) {
    constexpr uint64_t most = std::numeric_limits<int64_t>::max();
    return nanoseconds{static_cast<int64_t>(std::min(ns, most))};
}

// Both >= 0.
inline nanoseconds saturated_sum(nanoseconds a, nanoseconds b) {
    return b > nanoseconds::max() - a ? nanoseconds::max() : a + b;
}

}  // namespace hotlock::profiling
