// Lists: stored runs, and what this machine can do. Text for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "common/model/capability.h"
#include "common/model/run_row.h"
#include "reports/report.h"

namespace hotlock::reports {

std::string runs_text(const std::vector<RunRow>& rows, const TextOptions& options);
std::string runs_json(const std::vector<RunRow>& rows);  // "hotlock.runs/1"

std::string capabilities_text(const std::vector<Capability>& capabilities,
                              const TextOptions& options);
std::string capabilities_json(const std::vector<Capability>& capabilities);  // "hotlock.doctor/1"

}  // namespace hotlock::reports
