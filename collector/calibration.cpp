#include "collector/calibration.h"

#include <optional>

#include "collector/cpu_pair.h"
#include "collector/line_transfer.h"
#include "collector/stall_fight.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr int most_attempts = 3;

Calibration obstructed(const std::string& obstacle) {
    Calibration calibration;
    calibration.obstacle = obstacle;
    return calibration;
}

Calibration one_attempt(const CpuPair& cpus) {
    Calibration calibration;
    try {
        for (const Stall stall : {Stall::load, Stall::atomic})
            calibration.stalls.push_back(fight(stall, cpus));
    } catch (const Error& error) {
        return obstructed(error.what());
    }
    return calibration;
}

void add_stores(Calibration& calibration, const CpuPair& cpus) {
    try {
        calibration.stalls.push_back(fight(Stall::store, cpus));
    } catch (const Error&) {  // then its row is missing: nothing depends on it
    }
}

// Virtual CPUs move near and far: the slowest burst, for a bound that holds for the others too.
void add_costs(Calibration& calibration, const CpuPair& cpus) {
    calibration.transfer = measure_transfer(cpus);
    if (const auto& transfer = calibration.transfer)
        calibration.cost = atomic_cost(transfer->private_atomic, transfer->high);
}

Calibration calibrate_on(const std::optional<CpuPair>& cpus) {
    if (!cpus) return obstructed("fewer than two cores may be used: no line moves");
    Calibration calibration = best_attempt([&] { return one_attempt(*cpus); });
    if (calibration.obstacle.empty()) add_costs(calibration, *cpus);
    return calibration;
}

bool calibrated(const Calibration& calibration) {
    return judge(calibration).expected_share.has_value();
}

void keep_better(Calibration& best, const Calibration& next) {
    if (!next.obstacle.empty()) return;
    if (!calibrated(best)) {  // of too few ticks
        for (const StallTicks& ticks : next.stalls)
            best.add(ticks);
    } else if (judge(next).expected_share > judge(best).expected_share) {
        best = next;
    }
}

}  // namespace

Calibration calibrate() {
    return calibrate_on(cpus_apart(allowed_cpus()));
}

Calibration calibrate_fully() {
    const std::optional<CpuPair> cpus = cpus_apart(allowed_cpus());
    Calibration calibration = calibrate_on(cpus);
    if (cpus && calibration.obstacle.empty()) add_stores(calibration, *cpus);
    return calibration;
}

Calibration best_attempt(const std::function<Calibration()>& attempt) {
    Calibration best = attempt();
    for (int made = 1; made < most_attempts && best.obstacle.empty(); made++) {
        if (calibrated(best) && judge(best).on) break;
        keep_better(best, attempt());
    }
    return best;
}

}  // namespace hotlock::collector
