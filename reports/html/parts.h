// Sections of the page of a run.
#pragma once

#include "common/model/profile.h"
#include "reports/html/html.h"

namespace hotlock::reports {

// Where the threads' time went, as one bar; nothing when lock waits were not recorded.
Html time_section(const Profile& profile);

// A fold for each lock: call sites, releases, lengths of waits. The largest are open.
Html locks_section(const Profile& profile);

// Cache lines that bounce, a fold each; nothing without any.
Html lines_section(const Profile& profile);

// Functions by time on CPUs; nothing when that was not sampled.
Html cpu_section(const Profile& profile);

Html findings_section(const std::vector<Finding>& findings);

}  // namespace hotlock::reports
