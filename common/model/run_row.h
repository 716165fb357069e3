// One line of the list of runs.
#pragma once

#include <string>
#include <vector>

#include "common/model/run.h"

namespace hotlock {

struct RunRow {
    RunInfo run;
    std::vector<Metric> metrics;
    std::string top_lock;  // most wait; empty: none
    double top_lock_share = 0;
    bool complete = true;
};

}  // namespace hotlock
