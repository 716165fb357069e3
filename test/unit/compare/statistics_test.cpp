// Rank-sum test against published tables and against brute force.
#include "analyzer/compare/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hotlock {
namespace {

double p_of(const std::vector<double>& a, const std::vector<double>& b) {
    return rank_sum_test(a, b).value().p;
}

TEST(Median, OfOddEvenAndHugeValues) {
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
    EXPECT_EQ(median({1.5e308, 1.7e308}), 1.6e308);
}

TEST(RankSum, CompleteSeparationGivesTwoOverTheNumberOfArrangements) {
    EXPECT_DOUBLE_EQ(p_of({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
    EXPECT_DOUBLE_EQ(p_of({1, 2, 3, 4}, {5, 6, 7, 8}), 2.0 / 70);
    EXPECT_DOUBLE_EQ(p_of({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5}), 2.0 / 252);
    EXPECT_DOUBLE_EQ(p_of({1, 2}, {3, 4, 5, 6, 7, 8, 9, 10}), 2.0 / 45);
}

// Hollander & Wolfe, example 4.1 (permeability constants): W = 30, n = 5, m = 10, P(W >= 30) =
// 0.1272.
TEST(RankSum, AgreesWithATextbookExample) {
    const std::vector<double> term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const std::vector<double> early{1.15, 0.88, 0.90, 0.74, 1.21};
    EXPECT_NEAR(p_of(early, term), 2 * 0.1272, 2e-4);
    EXPECT_EQ(rank_sum_test(early, term)->direction, 1);
    EXPECT_EQ(rank_sum_test(term, early)->direction, -1);
}

TEST(RankSum, IsSymmetricInItsSides) {
    const std::vector<double> a{1, 4, 4, 9, 12};
    const std::vector<double> b{4, 5, 13};
    EXPECT_DOUBLE_EQ(p_of(a, b), p_of(b, a));
}

// All 252 ways to choose side a out of ten values with ties.
TEST(RankSum, WithTiesEqualsBruteForce) {
    const std::vector<double> a{1, 1, 2, 2, 5};
    const std::vector<double> b{2, 3, 3, 5, 5};
    const std::vector<double> midranks{1.5, 1.5, 4, 4, 4, 6.5, 6.5, 9, 9, 9};
    const double observed = 1.5 + 1.5 + 4 + 4 + 9;
    std::vector<int> chosen{0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
    int all = 0;
    int as_far = 0;
    do {
        double sum = 0;
        for (size_t i = 0; i < chosen.size(); ++i)
            sum += chosen[i] * midranks[i];
        ++all;
        if (std::fabs(sum - 27.5) >= std::fabs(observed - 27.5)) ++as_far;
    } while (std::next_permutation(chosen.begin(), chosen.end()));
    ASSERT_EQ(all, 252);
    EXPECT_DOUBLE_EQ(p_of(a, b), static_cast<double>(as_far) / all);
}

TEST(RankSum, AllEqualValuesShowNothing) {
    const RankSum test = rank_sum_test({7, 7, 7, 7}, {7, 7, 7, 7}).value();
    EXPECT_EQ(test.p, 1);
    EXPECT_EQ(test.direction, 0);
}

TEST(RankSum, NeedsTwoValuesASide) {
    EXPECT_FALSE(rank_sum_test({1}, {2, 3, 4}));
    EXPECT_FALSE(rank_sum_test({1, 2, 3}, {}));
}

TEST(RankSum, ManyValuesUseTheNormalApproximation) {
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < 60; ++i) {
        a.push_back(i);
        b.push_back(i + 6.5);
    }
    const double exact = p_of(a, b);
    a.push_back(60);
    b.push_back(66.5);
    EXPECT_NEAR(p_of(a, b), exact, exact * 0.2);
    EXPECT_NEAR(exact, 0.04, 0.02);
    EXPECT_EQ(p_of(std::vector<double>(80, 1.0), std::vector<double>(80, 1.0)), 1);
}

TEST(SmallestP, TellsWhichSidesCannotReachFivePercent) {
    EXPECT_EQ(smallest_p(1, 1), 1);
    EXPECT_DOUBLE_EQ(smallest_p(3, 3), 0.1);
    EXPECT_DOUBLE_EQ(smallest_p(4, 4), 2.0 / 70);
    EXPECT_DOUBLE_EQ(smallest_p(2, 8), 2.0 / 45);
}

}  // namespace
}  // namespace hotlock
