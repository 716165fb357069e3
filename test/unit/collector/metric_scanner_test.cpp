#include "collector/metric_scanner.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace hotlock::collector {
namespace {

std::vector<recording::Metric> scan(const std::string& pattern,
                                    const std::vector<std::string>& pieces) {
    MetricScanner scanner({parse_metric_pattern(pattern)});
    for (const std::string& piece : pieces)
        scanner.feed(piece);
    return scanner.finish();
}

TEST(MetricScanner, FirstGroupIsTheValueSecondTheUnit) {
    const auto metrics = scan("speed=: ([0-9.]+) (ops/s)", {"run: 812.5 ops/s\n"});
    ASSERT_EQ(metrics.size(), 1U);
    EXPECT_EQ(metrics[0].name, "speed");
    EXPECT_DOUBLE_EQ(metrics[0].value, 812.5);
    EXPECT_EQ(metrics[0].unit, "ops/s");
}

TEST(MetricScanner, WholeMatchWithoutGroups) {
    EXPECT_DOUBLE_EQ(scan("n=[0-9]+", {"n 42\n"}).at(0).value, 42);
}

TEST(MetricScanner, LastMatchCountsAndLinesMayArriveInPieces) {
    EXPECT_DOUBLE_EQ(scan("n=n ([0-9]+)", {"n 1\nn ", "2", "3\nother\nn 4", "5"}).at(0).value, 45);
}

TEST(MetricScanner, TextThatIsNoNumberIsNoMatch) {
    MetricScanner scanner({parse_metric_pattern("n=n (.*)")});
    scanner.feed("n twelve\n");
    EXPECT_TRUE(scanner.finish().empty());
    EXPECT_EQ(scanner.unmatched(), std::vector<std::string>{"n"});
}

TEST(MetricScanner, EndlessLinesAreCutNotKept) {
    MetricScanner scanner({parse_metric_pattern("n=n ([0-9]+)")});
    for (int i = 0; i < 100; i++)
        scanner.feed(std::string(10'000, 'x'));
    scanner.feed("\nn 7\n");
    EXPECT_DOUBLE_EQ(scanner.finish().at(0).value, 7);
}

TEST(MetricScanner, RefusesWhatIsNoPattern) {
    EXPECT_THROW(parse_metric_pattern("speed"), UsageError);
    EXPECT_THROW(parse_metric_pattern("=[0-9]+"), UsageError);
    EXPECT_THROW(parse_metric_pattern("speed=([0-9"), UsageError);
}

}  // namespace
}  // namespace hotlock::collector
