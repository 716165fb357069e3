// Waits are measured against waits of known length.
#include "cryptolib/bench/timed_guard.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

namespace cryptobench {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class TimedGuardTest : public testing::Test {
  protected:
    void SetUp() override {
        tsc_clock();
        this_thread_waits() = {};
    }
};

// A lock that is refused at first, and then got after 2 ms without going to sleep.
class ChurningLock {
  public:
    bool try_lock() { return false; }
    void lock() {
        const auto end = steady_clock::now() + milliseconds(2);
        while (steady_clock::now() < end) {
        }
    }
    void unlock() {}
};

TEST_F(TimedGuardTest, CountsNothingWhenTheLockIsFree) {
    std::mutex lock;
    for (int i = 0; i < 10; ++i)
        const TimedGuard guard(lock);
    EXPECT_EQ(this_thread_waits().slept, 0U);
    EXPECT_EQ(this_thread_waits().churned, 0U);
}

TEST_F(TimedGuardTest, MeasuresAWaitThatSleeps) {
    std::mutex lock;
    std::latch held(1);
    std::jthread holder([&] {
        const std::lock_guard guard(lock);
        held.count_down();
        std::this_thread::sleep_for(milliseconds(100));
    });
    held.wait();
    const auto begin = steady_clock::now();
    { const TimedGuard guard(lock); }
    const nanoseconds outside = steady_clock::now() - begin;

    const Waits& waits = this_thread_waits();
    EXPECT_EQ(waits.slept, 1U);
    EXPECT_EQ(waits.slept_long, 1U);
    EXPECT_EQ(waits.churned, 0U);
    EXPECT_GT(waits.slept_time, milliseconds(20));
    EXPECT_LT(waits.slept_time, outside + milliseconds(1));
    EXPECT_EQ(waits.slept_max, waits.slept_time);
    EXPECT_EQ(waits.slept_long_time, waits.slept_time);
}

TEST_F(TimedGuardTest, TellsChurnFromSleep) {
    ChurningLock lock;
    { const TimedGuard guard(lock); }
    EXPECT_EQ(this_thread_waits().slept, 0U);
    EXPECT_EQ(this_thread_waits().churned, 1U);
    EXPECT_GE(this_thread_waits().churned_time, milliseconds(2) - std::chrono::microseconds(10));
}

TEST(TscClock, AgreesWithTheSystemsClock) {
    const auto begin = steady_clock::now();
    const uint64_t begin_ticks = tsc_ticks();
    std::this_thread::sleep_for(milliseconds(30));
    const uint64_t end_ticks = tsc_ticks();
    const nanoseconds outside = steady_clock::now() - begin;
    const nanoseconds measured = tsc_clock().between(begin_ticks, end_ticks);
    EXPECT_GE(measured, milliseconds(30) - std::chrono::microseconds(30));
    EXPECT_LE(measured, outside + std::chrono::microseconds(30));
}

TEST(TscClock, NeverRunsBackwards) {
    EXPECT_EQ(tsc_clock().between(10, 9), nanoseconds{0});
}

TEST(CryptobenchWaits, SeparateLongFromShort) {
    Waits waits;
    waits.add_slept(Waits::long_wait);
    waits.add_slept(Waits::long_wait + nanoseconds{1});
    waits.add_churned(nanoseconds{300});
    Waits sum = waits;
    sum.add(waits);
    EXPECT_EQ(sum.slept, 4U);
    EXPECT_EQ(sum.slept_time, nanoseconds{80'002});
    EXPECT_EQ(sum.slept_max, nanoseconds{20'001});
    EXPECT_EQ(sum.slept_long, 2U);
    EXPECT_EQ(sum.slept_long_time, nanoseconds{40'002});
    EXPECT_EQ(sum.churned, 2U);
    EXPECT_EQ(sum.churned_time, nanoseconds{600});
}

}  // namespace
}  // namespace cryptobench
