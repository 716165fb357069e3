#include "collector/tick_source.h"

#include <gtest/gtest.h>

namespace hotlock::collector {
namespace {

using Kind = TickSource::Kind;

constexpr uint64_t second = 1'000'000'000;
constexpr uint64_t often = 20'000;  // sleeps a second

TEST(TickSource, IsTheKernelsTimerWhileThreadsSleepOften) {
    TickSource source(true);
    EXPECT_FALSE(source.update(0, 1 * second));
    EXPECT_EQ(source.kind(), Kind::clocks);
    EXPECT_TRUE(source.update(often, 2 * second));
    EXPECT_EQ(source.kind(), Kind::kernel);
    source.note_kernel_tick();
    EXPECT_FALSE(source.update(often, 3 * second));
    EXPECT_TRUE(source.update(0, 4 * second));
    EXPECT_EQ(source.kind(), Kind::clocks);
}

TEST(TickSource, IsSlowClocksWhereThereIsNoOther) {
    TickSource source(false);
    source.update(0, 1 * second);
    EXPECT_TRUE(source.update(often, 2 * second));
    EXPECT_EQ(source.kind(), Kind::slow_clocks);
}

TEST(TickSource, GivesUpATimerThatIsNotHeard) {
    TickSource source(true);
    source.update(0, 1 * second);
    source.update(often, 2 * second);
    EXPECT_FALSE(source.update(often / 2, 2 * second + second / 2));
    EXPECT_TRUE(source.update(often, 4 * second));
    EXPECT_EQ(source.kind(), Kind::slow_clocks);
    source.update(0, 5 * second);
    source.update(often, 6 * second);
    EXPECT_EQ(source.kind(), Kind::slow_clocks);
}

TEST(TickSource, KeepsATimerThatHadNoTimeToTick) {
    TickSource source(true);
    source.update(0, 1 * second);
    source.update(often, 2 * second);
    EXPECT_TRUE(source.update(0, 4 * second));
    source.update(often, 5 * second);
    EXPECT_EQ(source.kind(), Kind::kernel);
}

}  // namespace
}  // namespace hotlock::collector
