#include "analyzer/profile/meetings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace hotlock::profiling {

namespace {

// Down from half the time between two ticks of a CPU: the shorter the moment, the more frequent the
// hand-overs that it tells, and the more accesses it needs for that.
constexpr std::array<uint64_t, 3> moments_ns{100'000, 250'000, 1'000'000};
constexpr double too_improbable = 0.002;
constexpr double fewest_met = 1.0 / 3;  // of what is expected

using Counts = std::map<uint32_t, uint64_t>;  // by CPU

// Pairs of accesses on two CPUs within a moment.
uint64_t meetings(std::span<const LineAccess> accesses, uint64_t moment) {
    Counts window;
    uint64_t met = 0;
    size_t first = 0;
    for (size_t i = 0; i < accesses.size(); i++) {
        for (; accesses[i].time - accesses[first].time > moment; first++)
            window[accesses[first].cpu]--;
        met += i - first - window[accesses[i].cpu];
        window[accesses[i].cpu]++;
    }
    return met;
}

// What chance gives when each CPU uses the line all the time that it is in use.
double expected_meetings(std::span<const LineAccess> accesses, uint64_t moment) {
    Counts counts;
    for (const LineAccess& access : accesses)
        counts[access.cpu]++;
    const auto all = static_cast<double>(accesses.size());
    double pairs = all * all / 2;
    for (const auto& [cpu, count] : counts)
        pairs -= static_cast<double>(count) * static_cast<double>(count) / 2;
    const auto time = static_cast<double>(accesses.back().time - accesses.front().time);
    const double near = 2 * static_cast<double>(moment);
    return near < time ? pairs * near / time : pairs;
}

// That chance gives no more than `met` where it gives `expected` on average: Poisson.
double probability_of_so_few(uint64_t met, double expected) {
    double term = std::exp(-expected);
    double sum = term;
    for (uint64_t i = 1; i <= met; i++) {
        term *= expected / static_cast<double>(i);
        sum += term;
    }
    return sum;
}

}  // namespace

bool take_turns(std::span<const LineAccess> accesses) {
    if (accesses.empty()) return false;
    return std::any_of(moments_ns.begin(), moments_ns.end(), [&](uint64_t moment) {
        const double expected = expected_meetings(accesses, moment);
        const uint64_t met = meetings(accesses, moment);
        return static_cast<double>(met) < fewest_met * expected &&
               probability_of_so_few(met, expected) < too_improbable;
    });
}

}  // namespace hotlock::profiling
