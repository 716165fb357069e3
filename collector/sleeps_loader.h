// Privileged: loads and attaches the sleeps probe.
#pragma once

#include <string>

#include "collector/probe_fds.h"

namespace hotlock::collector {

// The probe is attached and switched off (hl_control.enabled). Throws Error with the reason when
// the kernel does not let us.
SleepsFds load_sleeps(pid_t target);

// Why the sleeps probe cannot run here, as one sentence; empty when it can. Tries it.
std::string sleeps_obstacle();

}  // namespace hotlock::collector
