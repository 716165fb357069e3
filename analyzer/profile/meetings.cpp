#include "analyzer/profile/meetings.h"

#include <algorithm>
#include <array>
#include <map>

namespace hotlock::profiling {

namespace {

// An eighth of the time between two ticks of a CPU, and half of it: for frequent hand-overs, and
// for lines with fewer accesses.
constexpr std::array<uint64_t, 2> moments_ns{250'000, 1'000'000};
constexpr double enough_meetings = 10;
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

}  // namespace

bool take_turns(std::span<const LineAccess> accesses) {
    if (accesses.empty()) return false;
    return std::any_of(moments_ns.begin(), moments_ns.end(), [&](uint64_t moment) {
        const double expected = expected_meetings(accesses, moment);
        return expected >= enough_meetings &&
               static_cast<double>(meetings(accesses, moment)) < fewest_met * expected;
    });
}

}  // namespace hotlock::profiling
