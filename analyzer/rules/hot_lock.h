// Findings of a single run about its locks.
#pragma once

#include <string>
#include <vector>

#include "common/model/profile.h"

namespace hotlock {

// Rule "hot-lock" for each lock of at least share_hot (severity "high" from share_severe, else
// "medium"), or one "nothing-to-fix" (severity "info") when no lock reaches share_worth_naming.
// Nothing is said about locks when no probe recorded lock waits.
std::vector<Finding> lock_findings(const Profile& profile);

// The function in which the lock costs most wait, short; empty when no stack is known.
std::string waiting_site(const Profile& profile, const Lock& lock);

// One sentence that fits the kind of the lock. `site` as waiting_site gives it.
std::string lock_advice(const Lock& lock, const std::string& site);

// "high", "medium" or "info" by significance.h.
std::string lock_severity(double share);

}  // namespace hotlock
