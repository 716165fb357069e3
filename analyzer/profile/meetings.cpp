#include "analyzer/profile/meetings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hotlock::profiling {

namespace {

// How long a CPU may keep the line, in ns.
constexpr std::array<double, 9> turns{1e5, 2e5, 5e5, 1e6, 2e6, 3e6, 5e6, 1e7, 2e7};
using Evidence = std::array<double, turns.size()>;

// Odds of 1000 to 1; and more for turns that are shorter than a tick: the ticks of two CPUs drift
// past each other slowly, so that such pairs come in series (measured: up to 6.6 in 70 runs of one
// second in which two CPUs fight for a line).
constexpr double convincing = 6.9;
constexpr double short_turn = 1e6;
constexpr double convincing_if_short = 12;
constexpr double smallest_ratio = 0.05;
constexpr size_t enough_accesses = 20'000;
constexpr size_t enough_others = 1000;  // for one of them

Evidence logarithms_of_halves() {
    Evidence halves{};
    std::ranges::transform(turns, halves.begin(), [](double turn) { return std::log(turn / 2); });
    return halves;
}

// Of CPUs that take turns of one length, few pairs of accesses are close: their density grows with
// the time between them, until at a whole turn it is twice that of accesses that know nothing of
// each other. The logarithm of that ratio; a pair at the moment of a hand-over proves little.
void add_pair(Evidence& evidence, double apart) {
    static const double least = std::log(smallest_ratio);
    static const Evidence halves = logarithms_of_halves();
    const double logarithm = std::log(apart);
    for (size_t i = 0; i < turns.size(); i++)
        if (apart < turns.at(i)) evidence.at(i) += std::max(logarithm - halves.at(i), least);
}

bool convinces(const Evidence& evidence) {
    for (size_t i = 0; i < turns.size(); i++) {
        const bool is_short = turns.at(i) < short_turn;
        if (evidence.at(i) > (is_short ? convincing_if_short : convincing)) return true;
    }
    return false;
}

}  // namespace

bool take_turns(std::span<const LineAccess> accesses) {
    accesses = accesses.last(std::min(accesses.size(), enough_accesses));
    Evidence evidence{};
    size_t first = 0;
    for (size_t i = 0; i < accesses.size(); i++) {
        while (i - first > enough_others ||
               static_cast<double>(accesses[i].time - accesses[first].time) > turns.back())
            first++;
        for (size_t other = first; other < i; other++)
            if (accesses[other].cpu != accesses[i].cpu)
                add_pair(evidence, static_cast<double>(accesses[i].time - accesses[other].time));
    }
    return convinces(evidence);
}

}  // namespace hotlock::profiling
