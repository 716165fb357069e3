// One line of the list of runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/model/raw_state.h"
#include "common/model/run.h"

namespace hotlock {

struct RunRow {
    RunInfo run;
    std::vector<Metric> metrics;
    std::string top_lock;  // most wait; empty: none
    double top_lock_share = 0;
    bool complete = true;
    RawState raw = RawState::none;
    std::optional<uint64_t> raw_bytes;  // in the database; absent: there are none
};

}  // namespace hotlock
