// A clock that costs a dozen nanoseconds to read: the CPU's time stamp counter.
#pragma once

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace cryptobench {

using std::chrono::nanoseconds;

// Reads the counter once everything before has been executed. Ticks of an unspecified length.
inline uint64_t tsc_ticks() {
#if defined(__x86_64__)
    unsigned cpu = 0;
    return __rdtscp(&cpu);
#else
    return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

// Turns ticks into time.
class TscClock {
  public:
    // Compares the counter with CLOCK_MONOTONIC for `period`; 20 ms gives five digits.
    static TscClock calibrate(nanoseconds period);

    // Zero when `end` is before `begin`, as between CPUs whose counters disagree.
    nanoseconds between(uint64_t begin, uint64_t end) const;

  private:
    explicit TscClock(double ns_per_tick) : ns_per_tick_(ns_per_tick) {}

    double ns_per_tick_;
};

// The process's clock, calibrated by the first call, which takes 20 ms.
const TscClock& tsc_clock();

}  // namespace cryptobench
