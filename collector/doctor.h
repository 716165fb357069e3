// Finds out by trying what works on this machine, and why not.
#pragma once

#include <vector>

#include "common/model/capability.h"

namespace hotlock::collector {

// Probes first ("missing" there means that `record` fails), then the facts behind them.
std::vector<Capability> examine_machine();

}  // namespace hotlock::collector
