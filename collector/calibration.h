// Calibrates the samples probe on stalls of our own: processors and
// hypervisors differ in where a timer interrupt finds a stalled thread.
#pragma once

#include <functional>

#include "common/model/calibration.h"

namespace hotlock::collector {

// The stalls that decide about cache lines, and what atomics cost: about 0.2 s. Never throws: what
// is in the way is the obstacle. Starts threads, which are gone when it returns.
Calibration calibrate();

// The same with stores, for people: 0.1 s more.
Calibration calibrate_fully();

// Up to three attempts, until one passes: a noisy neighbour must not switch the lines off. Else the
// best of them; attempts with too few ticks are added up. An obstacle ends it.
Calibration best_attempt(const std::function<Calibration()>& attempt);

}  // namespace hotlock::collector
