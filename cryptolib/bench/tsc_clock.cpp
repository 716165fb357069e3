// Calibration of the time stamp counter.
#include "cryptolib/bench/tsc_clock.h"

#include <cmath>
#include <limits>
#include <thread>

#include "cryptolib/bench/failure.h"

namespace cryptobench {

using std::chrono::steady_clock;

namespace {

struct Reading {
    uint64_t ticks;
    steady_clock::time_point time;
};

// Both clocks at one moment: of several attempts the one that was interrupted least.
Reading read_both_clocks() {
    Reading best{};
    uint64_t narrowest = std::numeric_limits<uint64_t>::max();
    for (int attempt = 0; attempt < 16; ++attempt) {
        const uint64_t before = tsc_ticks();
        const auto time = steady_clock::now();  // CLOCK_MONOTONIC in libstdc++
        const uint64_t width = tsc_ticks() - before;
        if (width >= narrowest) continue;
        narrowest = width;
        best = {before + width / 2, time};
    }
    return best;
}

}  // namespace

TscClock TscClock::calibrate(nanoseconds period) {
    const Reading begin = read_both_clocks();
    std::this_thread::sleep_for(period);
    const Reading end = read_both_clocks();
    if (end.ticks <= begin.ticks)
        throw Failure("the time stamp counter does not run", "run without --measure-waits");
    const std::chrono::duration<double, std::nano> time = end.time - begin.time;
    return TscClock(time.count() / static_cast<double>(end.ticks - begin.ticks));
}

nanoseconds TscClock::between(uint64_t begin, uint64_t end) const {
    if (end <= begin) return nanoseconds{0};
    return nanoseconds(std::llround(static_cast<double>(end - begin) * ns_per_tick_));
}

const TscClock& tsc_clock() {
    static const TscClock clock = TscClock::calibrate(std::chrono::milliseconds(20));
    return clock;
}

}  // namespace cryptobench
