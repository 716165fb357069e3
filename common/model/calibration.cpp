// The arithmetic of a calibration.
#include "common/model/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hotlock {

void StallTicks::add(const StallTicks& more) {
    for (size_t i = 0; i < behind.size(); i++)
        behind.at(i) += more.behind.at(i);
    elsewhere += more.elsewhere;
}

uint64_t StallTicks::all() const {
    return std::accumulate(behind.begin(), behind.end(), elsewhere);
}

std::optional<double> StallTicks::expected_share() const {
    if (all() == 0) return std::nullopt;
    return static_cast<double>(behind[1]) / static_cast<double>(all());
}

std::optional<AtomicCost> atomic_cost(fractional_ns alone, fractional_ns moved) {
    if (!(alone.count() > 0 && alone < moved) || !std::isfinite(moved.count())) return std::nullopt;
    return AtomicCost{alone, moved};
}

void Calibration::add(const StallTicks& ticks) {
    for (StallTicks& known : stalls)
        if (known.stall == ticks.stall) return known.add(ticks);
    stalls.push_back(ticks);
}

namespace {

const StallTicks* find(const Calibration& calibration, Stall stall) {
    const auto found =
        std::find_if(calibration.stalls.begin(), calibration.stalls.end(),
                     [stall](const StallTicks& ticks) { return ticks.stall == stall; });
    return found == calibration.stalls.end() ? nullptr : &*found;
}

}  // namespace

LineTier judge(const Calibration& calibration) {
    LineTier tier;
    tier.reason = calibration.obstacle;
    if (!tier.reason.empty()) return tier;
    double worst = 1;
    for (const Stall stall : {Stall::load, Stall::atomic}) {
        const StallTicks* ticks = find(calibration, stall);
        const uint64_t count = ticks == nullptr ? 0 : ticks->all();
        if (count < fewest_ticks) {
            tier.reason = fmt::format("only {} ticks met a thread at the {} of the calibration",
                                      count, to_string(stall));
            return tier;
        }
        worst = std::min(worst, *ticks->expected_share());
    }
    tier.expected_share = worst;
    tier.on = worst >= least_expected_share;
    if (!tier.on)
        tier.reason =
            fmt::format("only {:.2f} of the calibration's ticks were at the expected place", worst);
    return tier;
}

const char* to_string(Stall stall) {
    switch (stall) {
        case Stall::load:
            return "load";
        case Stall::atomic:
            return "atomic";
        case Stall::store:
            return "store";
    }
    return "unknown";
}

}  // namespace hotlock
