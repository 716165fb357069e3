#include "analyzer/profile/turns.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hotlock::profiling {

namespace {

// A time for which a CPU may keep the line, and from which evidence on it is believed.
struct Turn {
    double length;    // ns
    double evidence;  // logarithm of odds
};

// Odds of 1000 to 1; and more for turns that are shorter than a tick: the ticks of two CPUs drift
// past each other slowly, so that such pairs come in series (measured: up to 6.6 in 70 runs of one
// second in which two CPUs fight for a line).
constexpr std::array<Turn, 9> turns{{{1e5, 12},
                                     {2e5, 12},
                                     {5e5, 12},
                                     {1e6, 6.9},
                                     {2e6, 6.9},
                                     {3e6, 6.9},
                                     {5e6, 6.9},
                                     {1e7, 6.9},
                                     {2e7, 6.9}}};
using Evidence = std::array<double, turns.size()>;

constexpr double smallest_ratio = 0.05;
constexpr size_t enough_accesses = 20'000;
constexpr size_t enough_others = 1000;  // for one of them

Evidence logarithms_of_half_turns() {
    Evidence logarithms{};
    std::ranges::transform(turns, logarithms.begin(),
                           [](const Turn& turn) { return std::log(turn.length / 2); });
    return logarithms;
}

// Of CPUs that take turns of one length, few pairs of accesses are close: their density grows with
// the time between them, until at a whole turn it is twice that of accesses that know nothing of
// each other. The logarithm of that ratio; a pair at the moment of a hand-over proves little.
void add_pair(Evidence& evidence, double apart) {
    static const double least = std::log(smallest_ratio);
    static const Evidence half_turns = logarithms_of_half_turns();
    const double logarithm = std::log(apart);
    for (size_t i = 0; i < turns.size(); i++)
        if (apart < turns.at(i).length)
            evidence.at(i) += std::max(logarithm - half_turns.at(i), least);
}

bool convinces(const Evidence& evidence) {
    for (size_t i = 0; i < turns.size(); i++)
        if (evidence.at(i) > turns.at(i).evidence) return true;
    return false;
}

}  // namespace

bool take_turns(std::span<const LineAccess> accesses) {
    accesses = accesses.last(std::min(accesses.size(), enough_accesses));
    Evidence evidence{};
    size_t first = 0;
    for (size_t i = 0; i < accesses.size(); i++) {
        while (i - first > enough_others ||
               static_cast<double>(accesses[i].time - accesses[first].time) > turns.back().length)
            first++;
        for (size_t other = first; other < i; other++)
            if (accesses[other].cpu != accesses[i].cpu)
                add_pair(evidence, static_cast<double>(accesses[i].time - accesses[other].time));
    }
    return convinces(evidence);
}

}  // namespace hotlock::profiling
