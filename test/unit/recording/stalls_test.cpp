// Calibrations as records, and as text from outside.
#include "common/recording/stalls.h"

#include <gtest/gtest.h>

namespace hotlock::recording {
namespace {

TEST(Stalls, RecordsKeepWhatIsJudged) {
    StallTicks ticks{.stall = Stall::atomic, .behind = {1, 90, 2, 3, 0, 0, 1}, .elsewhere = 3};
    const std::string text = stalls_text({"", {ticks}, {}});
    EXPECT_EQ(text, "calibration stall=1 at_stall=1 expected=90 later=6 elsewhere=3\n");
    const auto read = parse_stalls(text);
    ASSERT_TRUE(read && read->stalls.size() == 1);
    EXPECT_EQ(read->stalls[0].stall, Stall::atomic);
    EXPECT_EQ(read->stalls[0].all(), ticks.all());
    EXPECT_EQ(read->stalls[0].expected_share(), ticks.expected_share());
}

TEST(Stalls, WhatAtomicsCostGoesWithTheirStall) {
    const StallTicks loads{.stall = Stall::load, .behind = {0, 9}};
    const StallTicks atomics{.stall = Stall::atomic, .behind = {0, 9}};
    const auto cost = atomic_cost(fractional_ns{6.5}, fractional_ns{101.25});
    const std::string text = stalls_text({"", {loads, atomics}, {}, cost});
    EXPECT_EQ(text,
              "calibration expected=9\n"
              "calibration stall=1 expected=9 alone_ns=6.5 moved_ns=101.25\n");
    const auto read = parse_stalls(text);
    ASSERT_TRUE(read && read->cost);
    EXPECT_EQ(read->cost->alone.count(), 6.5);
    EXPECT_EQ(read->cost->moved.count(), 101.25);
}

TEST(Stalls, ImpossibleCostsAreNotBelieved) {
    for (const char* text :
         {"calibration stall=1 expected=9", "calibration stall=1 alone_ns=5 moved_ns=2",
          "calibration stall=1 alone_ns=nan moved_ns=inf", "calibration alone_ns=5 moved_ns=50"}) {
        const auto read = parse_stalls(text);
        ASSERT_TRUE(read) << text;
        EXPECT_FALSE(read->cost) << text;
    }
}

TEST(Stalls, AnObstacleStandsAlone) {
    const auto read = parse_stalls(stalls_text({"only one core", {}, {}}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->obstacle, "only one core");
    EXPECT_TRUE(read->stalls.empty());
}

TEST(Stalls, UnknownKindsAreLeftOut) {
    const auto read = parse_stalls("calibration stall=3 expected=9\ncalibration expected=7\n");
    ASSERT_TRUE(read && read->stalls.size() == 1);
    EXPECT_EQ(read->stalls[0].stall, Stall::load);
}

TEST(Stalls, ALaterRecordReplacesAnEarlierOne) {
    const auto read = parse_stalls("calibration expected=9\ncalibration expected=7\n");
    ASSERT_TRUE(read && read->stalls.size() == 1);
    EXPECT_EQ(read->stalls[0].all(), 7U);
}

TEST(Stalls, HugeCountsDoNotWrap) {
    const auto read = parse_stalls(
        "calibration at_stall=18446744073709551615 expected=18446744073709551615 "
        "later=18446744073709551615 elsewhere=18446744073709551615\n");
    ASSERT_TRUE(read && read->stalls.size() == 1);
    EXPECT_DOUBLE_EQ(read->stalls[0].expected_share().value(), 0.25);
}

TEST(Stalls, AnythingElseIsNoCalibration) {
    for (const char* text :
         {"calibration expected=-1", "calibration expected=1 expected=2", "meta key=a value=b",
          "calibration stall=99999999999", "\xff\xfe", "calibration obstacle=\\x1"})
        EXPECT_FALSE(parse_stalls(text)) << text;
}

}  // namespace
}  // namespace hotlock::recording
