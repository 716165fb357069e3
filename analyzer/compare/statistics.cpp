// Median and rank-sum test. Ranks are doubled so that mid-ranks and their mean are whole numbers
// and "at least as far from the mean" needs no tolerance.
#include "analyzer/compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "common/base/check.h"

namespace hotlock {
namespace {

constexpr size_t most_values_for_exact = 120;

struct Entry {
    double value = 0;
    bool in_a = false;
    long doubled_rank = 0;
};

std::vector<Entry> ranked(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<Entry> entries;
    entries.reserve(a.size() + b.size());
    for (const double value : a)
        entries.push_back({value, true});
    for (const double value : b)
        entries.push_back({value, false});
    std::sort(entries.begin(), entries.end(),
              [](const Entry& x, const Entry& y) { return x.value < y.value; });
    for (size_t first = 0; first < entries.size();) {
        size_t last = first;
        while (last + 1 < entries.size() && entries[last + 1].value == entries[first].value)
            ++last;
        // Ranks first+1 .. last+1 share their mean.
        for (size_t i = first; i <= last; ++i) {
            entries[i].doubled_rank = static_cast<long>(first + last + 2);
        }
        first = last + 1;
    }
    return entries;
}

// ways[s]: number of subsets of `size` entries whose doubled ranks sum to s. Doubles hold the
// counts (up to 1e35) with a relative error far below what p is printed with.
std::vector<double> subset_sums(const std::vector<Entry>& entries, size_t size) {
    long total = 0;
    for (const Entry& entry : entries)
        total += entry.doubled_rank;
    const size_t sums = static_cast<size_t>(total) + 1;
    std::vector<std::vector<double>> ways(size + 1, std::vector<double>(sums, 0.0));
    ways[0][0] = 1;
    for (const Entry& entry : entries) {
        const auto rank = static_cast<size_t>(entry.doubled_rank);
        for (size_t k = size; k > 0; --k) {
            for (size_t s = rank; s < sums; ++s)
                ways[k][s] += ways[k - 1][s - rank];
        }
    }
    return ways[size];
}

double exact_p(const std::vector<Entry>& entries, size_t size, long sum, long mean) {
    const std::vector<double> ways = subset_sums(entries, size);
    const long distance = std::labs(sum - mean);
    double all = 0;
    double as_far = 0;
    for (size_t s = 0; s < ways.size(); ++s) {
        all += ways[s];
        if (std::labs(static_cast<long>(s) - mean) >= distance) as_far += ways[s];
    }
    return as_far / all;
}

// Sum over groups of equal values of t^3 - t.
double tie_term(const std::vector<Entry>& entries) {
    double term = 0;
    for (size_t first = 0; first < entries.size();) {
        size_t last = first;
        while (last < entries.size() && entries[last].value == entries[first].value)
            ++last;
        const auto t = static_cast<double>(last - first);
        term += t * t * t - t;
        first = last;
    }
    return term;
}

double normal_p(const std::vector<Entry>& entries, size_t size, long sum, long mean) {
    const auto n = static_cast<double>(entries.size());
    const auto k = static_cast<double>(size);
    const double spread = n + 1 - tie_term(entries) / (n * (n - 1));
    const double variance = 4 * k * (n - k) / 12 * spread;  // 4: doubled ranks
    if (variance <= 0) return 1;
    const double z = static_cast<double>(std::labs(sum - mean)) / std::sqrt(variance);
    return std::erfc(z / std::sqrt(2.0));
}

}  // namespace

double median(std::vector<double> values) {
    CHECK(!values.empty());
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    if (values.size() % 2 == 1) return values[middle];
    return values[middle - 1] / 2 + values[middle] / 2;  // halves first: no overflow
}

std::optional<RankSum> rank_sum_test(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() < 2 || b.size() < 2) return std::nullopt;
    const std::vector<Entry> entries = ranked(a, b);
    const bool a_is_small = a.size() <= b.size();
    const size_t size = std::min(a.size(), b.size());
    long sum = 0;
    for (const Entry& entry : entries) {
        if (entry.in_a == a_is_small) sum += entry.doubled_rank;
    }
    const long mean = static_cast<long>(size * (entries.size() + 1));
    RankSum result;
    result.p = entries.size() <= most_values_for_exact ? exact_p(entries, size, sum, mean)
                                                       : normal_p(entries, size, sum, mean);
    const int above = sum > mean ? 1 : sum < mean ? -1 : 0;  // of the smaller side
    result.direction = a_is_small ? -above : above;
    return result;
}

double smallest_p(size_t a_size, size_t b_size) {
    double arrangements = 1;  // binomial(a + b, a)
    for (size_t i = 1; i <= std::min(a_size, b_size); ++i) {
        arrangements *= static_cast<double>(a_size + b_size + 1 - i) / static_cast<double>(i);
    }
    return std::min(1.0, 2 / arrangements);
}

}  // namespace hotlock
