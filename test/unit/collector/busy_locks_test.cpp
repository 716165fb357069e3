#include "collector/busy_locks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace hotlock::collector {
namespace {

constexpr uint64_t word = 0x1000;
constexpr uint64_t ms = 1'000'000;

class BusyLocksTest : public testing::Test {
  protected:
    BusyLocksTest() { locks_.choose(now_); }

    // Sleeps of a tenth of a second, of which the probe skips some; returns what the recorded ones
    // stand for besides themselves.
    uint64_t tenth(uint64_t recorded, uint64_t skipped = 0, uint64_t address = word) {
        uint64_t others = 0;
        control_->cpu[1].skipped[0] += skipped;
        locks_.note_skips();
        for (uint64_t i = 0; i < recorded; i++) {
            EndedSleep ended{.busy = busy(address)};
            ended.sleep.address = address;
            locks_.count(ended);
            others += ended.sleep.others;
        }
        locks_.choose(now_ += 100 * ms);
        return others;
    }

    bool busy(uint64_t address) const {
        return std::ranges::find(control_->busy, address) != std::end(control_->busy);
    }

    std::unique_ptr<hl_control> control_ = std::make_unique<hl_control>();
    uint64_t now_ = 50 * ms;
    BusyLocks locks_{*control_, control_->cpu, true};
};

TEST_F(BusyLocksTest, ALockIsBusyFromTenThousandSleepsASecond) {
    tenth(999);
    EXPECT_FALSE(busy(word));
    EXPECT_EQ(locks_.limits(), "");
    tenth(1'000);
    EXPECT_TRUE(busy(word));
    EXPECT_NE(locks_.limits().find("--every-wait"), std::string::npos);
}

TEST_F(BusyLocksTest, SkippedSleepsKeepItBusyUntilThereAreFew) {
    tenth(1'000);
    tenth(100, 200);
    EXPECT_TRUE(busy(word));
    tenth(100, 199);
    EXPECT_FALSE(busy(word));
    tenth(300);
    EXPECT_FALSE(busy(word));
    EXPECT_NE(locks_.limits(), "");  // it was, for a time
}

TEST_F(BusyLocksTest, RecordedSleepsStandForTheSkippedOnes) {
    tenth(1'000);
    uint64_t told = 0;
    for (int i = 0; i < 50; i++)
        told += tenth(400, 1'000);
    EXPECT_NEAR(static_cast<double>(told), 50'000, 1'000);
}

TEST_F(BusyLocksTest, ByWhatTheProgramDoesNotByDesign) {
    tenth(1'000);
    const uint64_t first = tenth(400, 0);
    EXPECT_EQ(first, 400U * ((1U << HL_GROUP_SHIFT) - 1));  // nothing else is known yet
    uint64_t told = first;
    for (int i = 0; i < 50; i++)
        told += tenth(400, 0);
    EXPECT_LE(told, 3U * first);
}

TEST_F(BusyLocksTest, NoMoreThanWereSkippedOrByDesignWhateverTheFirstWindowsWere) {
    tenth(1'000);
    uint64_t told = tenth(1'000, 40'000);
    told += tenth(9'000, 0);
    EXPECT_LE(told, 40'000U);
    EXPECT_GE(told, 20'000U);
}

TEST_F(BusyLocksTest, SleepsBesideWindowsStandForThemselves) {
    tenth(1'000);
    EndedSleep ended{.busy = false};
    ended.sleep.address = word;
    locks_.count(ended);
    EXPECT_EQ(ended.sleep.others, 0U);
}

TEST_F(BusyLocksTest, OnlySoManyAreBusyAtOnce) {
    for (uint64_t i = 0; i <= HL_BUSY_WORDS; i++)
        for (int k = 0; k < 2'000; k++) {
            EndedSleep ended;
            ended.sleep.address = word + 64 * i;
            locks_.count(ended);
        }
    locks_.choose(now_ += 100 * ms);
    int count = 0;
    for (uint64_t i = 0; i <= HL_BUSY_WORDS; i++)
        count += busy(word + 64 * i) ? 1 : 0;
    EXPECT_EQ(count, HL_BUSY_WORDS);
}

TEST_F(BusyLocksTest, NoneIsBusyWhereThatIsNotAllowed) {
    BusyLocks never(*control_, control_->cpu, false);
    never.choose(now_);
    for (int i = 0; i < 5'000; i++) {
        EndedSleep ended;
        ended.sleep.address = word;
        never.count(ended);
    }
    never.choose(now_ + 100 * ms);
    EXPECT_FALSE(busy(word));
    EXPECT_EQ(never.limits(), "");
}

}  // namespace
}  // namespace hotlock::collector
