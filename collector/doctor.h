// Finds out by trying what works on this machine, and why not.
#pragma once

#include <vector>

#include "common/model/calibration.h"
#include "common/model/capability.h"

namespace hotlock::collector {

// Probes first ("missing" there means that `record` fails), then the facts behind them.
std::vector<Capability> examine_machine(const Calibration& calibration);

// Whether cache lines can be told here.
Capability calibration_row(const Calibration& calibration);

}  // namespace hotlock::collector
