// Result of comparing two sides (A = base, B = new), each one or several runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/model/profile.h"

namespace hotlock {

enum class Verdict { better, worse, equivalent, inconclusive };

const char* to_string(Verdict verdict);

struct MetricDelta {
    std::string name;
    std::string unit;
    std::string better;  // "higher", "lower" or empty
    bool primary = false;
    std::vector<double> a_values;  // one per run, in run order; empty: missing on that side
    std::vector<double> b_values;
    std::optional<double> a_median;
    std::optional<double> b_median;
    std::optional<double> ratio;  // b / a; absent when a is 0 or missing
    std::optional<double> ci_low;
    std::optional<double> ci_high;
    std::optional<double> p;
    Verdict verdict = Verdict::inconclusive;
    std::string reason;  // why inconclusive: "1 run a side"; may be empty
};

// A lock on one side: medians over the side's runs, a run without the lock counting as 0.
struct LockOnSide {
    std::string name;
    double share = 0;
    double waits = 0;
    nanoseconds wait{0};
    uint32_t runs = 0;  // runs of this side in which it was seen
    size_t rank = 0;    // 1 = most wait on this side
};

struct LockDelta {
    std::string name;
    double match_confidence = 0;  // 0..1; 1: same symbol; 0: on one side only
    std::optional<LockOnSide> a;
    std::optional<LockOnSide> b;
    std::optional<double> wait_ns_per_op_a;  // absent: the workload reported no operation count
    std::optional<double> wait_ns_per_op_b;
    std::optional<double> delta;  // wait per op, else share: b - a
    std::optional<double> p_adjusted;
    std::string verdict;  // "vanished", "appeared", "less", "more", "same", "inconclusive"
};

// A cache line on one side: medians over the side's runs, a run without the line counting as 0.
struct LineOnSide {
    double share = 0;
    double samples = 0;
    Sharing sharing = Sharing::true_sharing;  // in the run with most time on it
    uint32_t runs = 0;                        // runs of this side in which it was listed
};

// Lines are the same when their names are, and those name a variable or a place in a file; all
// others (heap without a name) when who uses them is.
struct LineDelta {
    std::string name;
    std::optional<LineOnSide> a;
    std::optional<LineOnSide> b;
    double delta = 0;     // share: b - a
    std::string verdict;  // "vanished", "appeared", "less", "more", "same", "inconclusive"
};

struct Comparison {
    std::vector<Profile> a;
    std::vector<Profile> b;
    std::optional<uint32_t> pairs;
    std::vector<MetricDelta> metrics;  // primary first
    std::vector<LockDelta> locks;      // most wait on either side first
    std::vector<LineDelta> lines;      // largest share on either side first
    std::vector<Finding> findings;
    std::vector<std::string> warnings;  // different machines, commands, incomplete runs
    Verdict verdict = Verdict::inconclusive;
    std::string reason;
};

}  // namespace hotlock
