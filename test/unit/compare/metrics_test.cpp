// Metrics of two sides: verdicts, reasons, and the values that make statistics go wrong.
#include <gtest/gtest.h>

#include <limits>

#include "analyzer/compare/compare.h"
#include "test/support/build_profile.h"

namespace hotlock {
namespace {

using test::make_profile;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<Profile> runs_with(const Metric& metric, const std::vector<double>& values) {
    std::vector<Profile> runs;
    for (const double value : values) {
        runs.push_back(make_profile());
        runs.back().metrics = {metric};
        runs.back().metrics.front().value = value;
    }
    return runs;
}

std::vector<Profile> rates(const std::vector<double>& values) {
    return runs_with({"throughput", 0, "ops/s", ""}, values);
}

MetricDelta first_metric(std::vector<Profile> a, std::vector<Profile> b) {
    return compare(std::move(a), std::move(b)).metrics.front();
}

TEST(CompareMetrics, FiveSeparatedRunsASideGiveAVerdict) {
    const Comparison result = compare(rates({10, 11, 12, 13, 14}), rates({20, 21, 22, 23, 24}));
    const MetricDelta& metric = result.metrics.front();
    EXPECT_TRUE(metric.primary);
    EXPECT_EQ(metric.better, "higher");
    EXPECT_EQ(metric.a_values, (std::vector<double>{10, 11, 12, 13, 14}));
    EXPECT_EQ(metric.a_median, 12);
    EXPECT_EQ(metric.b_median, 22);
    EXPECT_DOUBLE_EQ(metric.ratio.value(), 22.0 / 12);
    EXPECT_DOUBLE_EQ(metric.p.value(), 2.0 / 252);
    EXPECT_EQ(metric.verdict, Verdict::better);
    EXPECT_EQ(result.verdict, Verdict::better);
    EXPECT_EQ(result.reason, "");
}

TEST(CompareMetrics, LessOfATimeIsBetterAndLessOfARateIsWorse) {
    const std::vector<double> high{20, 21, 22, 23};
    const std::vector<double> low{10, 11, 12, 13};
    EXPECT_EQ(first_metric(rates(high), rates(low)).verdict, Verdict::worse);
    const Metric latency{"latency", 0, "ns/op", ""};
    EXPECT_EQ(first_metric(runs_with(latency, high), runs_with(latency, low)).verdict,
              Verdict::better);
    const Metric score{"score", 0, "", "higher"};
    EXPECT_EQ(first_metric(runs_with(score, high), runs_with(score, low)).verdict, Verdict::worse);
}

TEST(CompareMetrics, WithoutADirectionThereIsNoVerdict) {
    const Metric score{"score", 0, "points", ""};
    const MetricDelta metric =
        first_metric(runs_with(score, {1, 2, 3, 4}), runs_with(score, {5, 6, 7, 8}));
    EXPECT_EQ(metric.better, "");
    EXPECT_EQ(metric.verdict, Verdict::inconclusive);
    EXPECT_EQ(metric.reason, "not said whether higher or lower is better");
}

TEST(CompareMetrics, TooFewRunsAreInconclusiveAndSayWhy) {
    EXPECT_EQ(first_metric(rates({10}), rates({20})).reason, "1 run a side");
    EXPECT_FALSE(first_metric(rates({10}), rates({20})).p);
    EXPECT_EQ(first_metric(rates({10}), rates({20, 21, 22})).reason,
              "1 and 3 runs cannot reach p < 0.05");
    EXPECT_EQ(first_metric(rates({1, 2, 3}), rates({4, 5, 6})).reason,
              "3 and 3 runs cannot reach p < 0.05");
    EXPECT_EQ(first_metric(rates({1, 2, 3}), rates({4, 5, 6})).verdict, Verdict::inconclusive);
}

TEST(CompareMetrics, OverlappingRunsAreInconclusiveWithTheirP) {
    const MetricDelta metric = first_metric(rates({1, 3, 5, 7}), rates({2, 4, 6, 8}));
    EXPECT_EQ(metric.verdict, Verdict::inconclusive);
    EXPECT_EQ(metric.reason, "p = 0.69");
}

TEST(CompareMetrics, EqualValuesShowNoDifference) {
    const MetricDelta metric = first_metric(rates({5, 5, 5, 5}), rates({5, 5, 5, 5}));
    EXPECT_EQ(metric.ratio, 1);
    EXPECT_EQ(metric.p, 1);
    EXPECT_EQ(metric.reason, "no difference");
    // One side without any spread is no obstacle.
    EXPECT_EQ(first_metric(rates({5, 5, 5, 5}), rates({6, 7, 8, 9})).verdict, Verdict::better);
}

TEST(CompareMetrics, ZeroBeforeHasNoRatioButAVerdict) {
    const MetricDelta metric = first_metric(rates({0, 0, 0, 0}), rates({6, 7, 8, 9}));
    EXPECT_EQ(metric.a_median, 0);
    EXPECT_FALSE(metric.ratio);
    EXPECT_EQ(metric.verdict, Verdict::better);
}

TEST(CompareMetrics, NumbersThatAreNoneAreLeftOutAndCounted) {
    const Comparison result = compare(rates({10, nan, 12}), rates({20, 21, 22}));
    EXPECT_EQ(result.metrics.front().a_values, (std::vector<double>{10, 12}));
    EXPECT_EQ(result.metrics.front().a_median, 11);
    EXPECT_EQ(result.warnings,
              std::vector<std::string>{
                  "1 of 3 runs of A did not report a usable number for throughput."});
}

TEST(CompareMetrics, AMetricOfOneSideStaysAbsentOnTheOther) {
    std::vector<Profile> a = rates({10});
    std::vector<Profile> b = rates({10});
    b.front().metrics.push_back({"errors", 3, "", "lower"});
    const Comparison result = compare(a, b);
    const MetricDelta& errors = result.metrics.at(1);
    EXPECT_TRUE(errors.a_values.empty());
    EXPECT_FALSE(errors.a_median);
    EXPECT_FALSE(errors.ratio);
    EXPECT_EQ(errors.reason, "only B reported it");
    EXPECT_EQ(first_metric(rates({nan}), rates({nan})).reason, "no usable number");
}

TEST(CompareMetrics, DifferentUnitsAreNotCompared) {
    const Comparison result = compare(runs_with({"latency", 0, "ms", ""}, {1, 2, 3, 4}),
                                      runs_with({"latency", 0, "s", ""}, {5, 6, 7, 8}));
    const MetricDelta& metric = result.metrics.front();
    EXPECT_FALSE(metric.ratio);
    EXPECT_FALSE(metric.p);
    EXPECT_EQ(metric.verdict, Verdict::inconclusive);
    EXPECT_EQ(metric.reason, "units differ: ms, s");
    EXPECT_EQ(result.warnings,
              std::vector<std::string>{"latency is not compared: its units differ (ms, s)."});
}

TEST(CompareMetrics, WallTimeIsPrimaryWithoutMetricsAndLastWithThem) {
    Profile fast = make_profile();
    fast.run.duration = std::chrono::seconds(5);
    const MetricDelta wall = first_metric({make_profile()}, {fast});
    EXPECT_EQ(wall.name, "wall time");
    EXPECT_EQ(wall.unit, "s");
    EXPECT_EQ(wall.better, "lower");
    EXPECT_TRUE(wall.primary);
    EXPECT_EQ(wall.ratio, 0.5);

    const Comparison reported = compare(rates({10}), rates({20}));
    ASSERT_EQ(reported.metrics.size(), 2u);
    EXPECT_EQ(reported.metrics.back().name, "wall time");
    EXPECT_FALSE(reported.metrics.back().primary);
}

TEST(CompareMetrics, AttachedRunsHaveNoWallTime) {
    Profile attached = make_profile();
    attached.run.exit_code.reset();
    const Comparison result = compare({attached}, {make_profile()});
    EXPECT_TRUE(result.metrics.empty());
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_EQ(result.reason, "no metric was reported");
}

TEST(CompareMetrics, OperationsArePrimaryOnlyWhenAlone) {
    std::vector<Profile> a = runs_with({"operations", 0, "", ""}, {1000});
    EXPECT_EQ(first_metric(a, a).name, "operations");
    a.front().metrics.push_back({"throughput", 10, "ops/s", ""});
    const Comparison result = compare(a, a);
    EXPECT_EQ(result.metrics[0].name, "throughput");
    EXPECT_TRUE(result.metrics[0].primary);
    EXPECT_FALSE(result.metrics[1].primary);
}

TEST(CompareMetrics, TheLastOfTwoReportsOfARunCounts) {
    std::vector<Profile> a = rates({10});
    a.front().metrics.push_back({"throughput", 12, "ops/s", ""});
    EXPECT_EQ(first_metric(a, rates({24})).ratio, 2);
}

}  // namespace
}  // namespace hotlock
