// The statistics of a comparison. Pure; all values are finite.
#pragma once

#include <optional>
#include <vector>

namespace hotlock {

// Mean of the middle two for an even number of values; CHECKs that there is at least one.
double median(std::vector<double> values);

struct RankSum {
    double p = 1;       // two-sided
    int direction = 0;  // +1: b ranks above a; -1: below; 0: neither
};

// Mann-Whitney / Wilcoxon rank-sum test with mid-ranks for ties: the exact permutation
// distribution up to 120 values in all, beyond that the normal approximation with tie correction
// (Hollander, Wolfe: Nonparametric Statistical Methods, 4.1). Absent with under 2 values a side.
std::optional<RankSum> rank_sum_test(const std::vector<double>& a, const std::vector<double>& b);

// The smallest p that the exact test can give for sides of these sizes: complete separation.
double smallest_p(size_t a_size, size_t b_size);

}  // namespace hotlock
