// Recording -> Profile: joins sleeps to waits, tells locks from work, names everything.
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

// Reads the recording twice when `rewind` is needed is avoided: one pass, sleeps are kept joined.
Profile build_profile(const NextRecord& next, Symbolizer& symbolizer, unwind::RuleSource& rules);

}  // namespace hotlock
