// From ticks around known stalls to whether cache lines may be told.
#include "common/model/calibration.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

StallTicks ticks(Stall stall, uint64_t expected, uint64_t later, uint64_t elsewhere = 0) {
    StallTicks ticks{.stall = stall};
    ticks.behind[1] = expected;
    ticks.behind[3] = later;
    ticks.elsewhere = elsewhere;
    return ticks;
}

TEST(StallTicks, TheExpectedShareCountsAllTicks) {
    StallTicks histogram = ticks(Stall::load, 60, 10, 20);
    histogram.behind[0] = 10;
    EXPECT_EQ(histogram.all(), 100U);
    EXPECT_DOUBLE_EQ(histogram.expected_share().value(), 0.6);
    EXPECT_FALSE(StallTicks{}.expected_share());
}

TEST(StallTicks, TicksOfAKindAddUp) {
    Calibration calibration;
    calibration.add(ticks(Stall::load, 10, 1));
    calibration.add(ticks(Stall::atomic, 5, 0));
    calibration.add(ticks(Stall::load, 20, 2, 3));
    ASSERT_EQ(calibration.stalls.size(), 2U);
    EXPECT_EQ(calibration.stalls[0].behind[1], 30U);
    EXPECT_EQ(calibration.stalls[0].behind[3], 3U);
    EXPECT_EQ(calibration.stalls[0].elsewhere, 3U);
}

TEST(LineTier, TheWorseOfLoadsAndAtomicsDecides) {
    const LineTier good =
        judge({"", {ticks(Stall::load, 99, 1), ticks(Stall::atomic, 80, 20)}, {}});
    EXPECT_TRUE(good.on);
    EXPECT_DOUBLE_EQ(good.expected_share.value(), 0.8);
    EXPECT_EQ(good.reason, "");
    const LineTier bad =
        judge({"", {ticks(Stall::load, 62, 38), ticks(Stall::atomic, 90, 10)}, {}});
    EXPECT_FALSE(bad.on);
    EXPECT_EQ(bad.reason, "only 0.62 of the calibration's ticks were at the expected place");
}

TEST(LineTier, JustBelowIsOff) {
    EXPECT_FALSE(judge({"", {ticks(Stall::load, 799, 201), ticks(Stall::atomic, 100, 0)}, {}}).on);
}

TEST(LineTier, StoresDoNotCount) {
    const LineTier tier = judge(
        {"",
         {ticks(Stall::load, 100, 0), ticks(Stall::atomic, 100, 0), ticks(Stall::store, 10, 90)},
         {}});
    EXPECT_TRUE(tier.on);
    EXPECT_DOUBLE_EQ(tier.expected_share.value(), 1);
}

TEST(LineTier, TooFewTicksDoNotSwitchItOff) {
    const LineTier few = judge({"", {ticks(Stall::load, 9, 40), ticks(Stall::atomic, 100, 0)}, {}});
    EXPECT_TRUE(few.on);
    EXPECT_FALSE(few.expected_share);
    EXPECT_NE(few.reason.find("only 49 ticks"), std::string::npos) << few.reason;
    EXPECT_FALSE(judge({"", {ticks(Stall::load, 100, 0)}, {}}).expected_share);
}

TEST(LineTier, AnObstacleIsTheReason) {
    const LineTier tier = judge({"one core only", {}, {}});
    EXPECT_TRUE(tier.on);
    EXPECT_FALSE(tier.expected_share);
    EXPECT_EQ(tier.reason, "one core only");
}

TEST(AtomicCost, WhatMovingALineAddsToAnUpdate) {
    const auto cost = atomic_cost(fractional_ns{8}, fractional_ns{100});
    ASSERT_TRUE(cost);
    EXPECT_DOUBLE_EQ(cost->excess(), 0.92);
}

TEST(AtomicCost, WhatCannotBeIsNotKnown) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::pair<double, double>> impossible{
        {0, 100}, {-1, 100}, {100, 100}, {100, 8}, {8, infinite}, {nan, 100}, {8, nan}, {8, -8}};
    for (const auto& [alone, moved] : impossible)
        EXPECT_FALSE(atomic_cost(fractional_ns{alone}, fractional_ns{moved}))
            << alone << " " << moved;
}

}  // namespace
}  // namespace hotlock
