#include "collector/pace.h"

#include <gtest/gtest.h>

namespace hotlock::collector {
namespace {

constexpr uint64_t drain_ns = 50'000'000;

TEST(Pace, IsSlowWhileThreadsSleepOften) {
    Pace pace;
    pace.update(499, drain_ns);  // 9,980 a second
    EXPECT_FALSE(pace.slow());
    pace.update(500, drain_ns);
    EXPECT_TRUE(pace.slow());
    pace.update(150, drain_ns);
    EXPECT_TRUE(pace.slow());
    pace.update(149, drain_ns);
    EXPECT_FALSE(pace.slow());
    pace.update(499, drain_ns);
    EXPECT_FALSE(pace.slow());
}

TEST(Pace, GoesByTheTimeThatPassed) {
    Pace pace;
    pace.update(20'000, 10'000'000'000);
    EXPECT_FALSE(pace.slow());
    pace.update(20, 1'000'000);
    EXPECT_TRUE(pace.slow());
    pace.update(0, 1);
    EXPECT_FALSE(pace.slow());
}

}  // namespace
}  // namespace hotlock::collector
