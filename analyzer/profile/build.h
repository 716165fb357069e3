// Recording -> Profile: joins sleeps to waits, tells locks from work, names everything.
//
// The records are read once. Waits are added up while they pass (waits.h), so memory grows with the
// number of distinct locks, call stacks and threads, not with the number of waits. Names come after
// the last record, once for each distinct address, when all mappings are known.
#pragma once

#include <functional>
#include <optional>

#include "analyzer/symbols/symbolizer.h"
#include "common/model/profile.h"
#include "common/recording/records.h"
#include "common/unwind/rule.h"

namespace hotlock {

// Gives the next record, or nothing at the end.
using NextRecord = std::function<std::optional<recording::Record>()>;

// Takes any recording, also a damaged or invented one: what does not fit together is left out and
// counted in the profile's quality. Findings are left empty.
Profile build_profile(const NextRecord& next, Symbolizer& symbolizer, unwind::RuleSource& rules);

}  // namespace hotlock
