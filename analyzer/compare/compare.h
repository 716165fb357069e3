// Two sides of runs -> Comparison. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "common/model/comparison.h"

namespace hotlock {

// Each side has at least one run.
//
// Metrics are matched by name. A metric whose units differ gets neither ratio nor verdict. Better
// is what the workload said, else "higher" for units per second and "lower" for times. The first
// metric of side A is the primary one and gives the overall verdict ("operations" only where there
// is no other); without any metric it is the wall time of the runs, which otherwise comes last.
// Wall time is left out when a run was attached to or cut off: it says nothing about the program.
// A verdict better or worse needs p <= significance_level in the rank-sum test (statistics.h).
//
// Locks are matched by attributes (match.h) and judged by their medians:
//   vanished      at least 1 % of the thread time (share_worth_naming) in half of A's runs or more,
//                 and on B under vanished_ratio of A's share; appeared: the other way round
//   inconclusive  reached 1 %, but on neither side in half of the runs; or a run did not record
//                 lock waits
//   less, more    changed_ratio apart: wait per operation where all runs report "operations", else
//                 share; and at least least_share_judged on one side
//   same          everything else
Comparison compare(std::vector<Profile> a, std::vector<Profile> b);

constexpr double significance_level = 0.05;
constexpr double vanished_ratio = 1.0 / 20;
constexpr double changed_ratio = 2;
constexpr double least_share_judged = 0.001;
constexpr std::string_view operations_metric = "operations";

}  // namespace hotlock
