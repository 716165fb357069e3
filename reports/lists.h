// Lists: stored runs, and what this machine can do. Text for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "common/model/calibration.h"
#include "common/model/capability.h"
#include "common/model/run_row.h"
#include "reports/report.h"

namespace hotlock::reports {

std::string runs_text(const std::vector<RunRow>& rows, const TextOptions& options);
std::string runs_json(const std::vector<RunRow>& rows);  // "hotlock.runs/1"

// What this machine can do, then how its samples were calibrated.
std::string doctor_text(const std::vector<Capability>& capabilities, const Calibration& calibration,
                        const TextOptions& options);
std::string doctor_json(const std::vector<Capability>& capabilities,
                        const Calibration& calibration);  // "hotlock.doctor/1"

}  // namespace hotlock::reports
