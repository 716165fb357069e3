#include "analyzer/profile/join.h"

#include <gtest/gtest.h>
#include <linux/futex.h>

namespace hotlock::profiling {
namespace {

constexpr ThreadId kThread{1};

recording::Sleep sleep(uint64_t slept, uint64_t woken, uint64_t ran) {
    recording::Sleep result;
    result.slept_at = slept;
    result.woken_at = woken;
    result.ran_at = ran;
    result.address = 0x1000;
    result.stack_pointer = 0x7ff0;
    result.ran_ns = 1'000;
    return result;
}

WaitKey key(uint64_t address = 0x1000, uint32_t stack = 1) {
    WaitKey result;
    result.address = address;
    result.call.value = 2;
    result.stack = RawStackId{stack};
    return result;
}

// Number of waits that two sleeps become.
size_t waits_of(const recording::Sleep& second, const WaitKey& second_key = key()) {
    Joiner joiner;
    EXPECT_FALSE(joiner.add(kThread, key(), sleep(100, 180, 200)));
    const bool split = joiner.add(kThread, second_key, second).has_value();
    return (split ? 1 : 0) + joiner.finish().size();
}

TEST(Joiner, SleepsOfOneCallAreOneWait) {
    Joiner joiner;
    EXPECT_FALSE(joiner.add(kThread, key(), sleep(100, 180, 200)));
    EXPECT_FALSE(joiner.add(kThread, key(), sleep(210, 290, 300)));
    const auto wait = joiner.finish(kThread);
    ASSERT_TRUE(wait);
    EXPECT_EQ(wait->from, 100U);
    EXPECT_EQ(wait->until, 300U);
    EXPECT_EQ(wait->sleeps, 2U);
    EXPECT_EQ(wait->free, 30U);
}

// 40 retries, 2 us apart, tell what the call costs around its sleeps.
TEST(Joiner, AWaitBeginsWithItsCall) {
    Joiner joiner;
    for (uint64_t i = 0; i <= 40; i++)
        joiner.add(kThread, key(), sleep(100'000 + 10'000 * i, 0, 108'000 + 10'000 * i));
    joiner.finish(kThread);
    joiner.add(kThread, key(), sleep(1'000'000, 0, 1'020'000));
    const auto wait = joiner.finish(kThread);
    ASSERT_TRUE(wait);
    EXPECT_NEAR(static_cast<double>(wait->from), 998'000, 130);  // half a histogram bucket
    EXPECT_EQ(wait->until, 1'020'000U);
}

TEST(Joiner, AFewRetriesDoNotTellWhatACallCosts) {
    Joiner joiner;
    joiner.add(kThread, key(), sleep(100'000, 0, 108'000));
    joiner.add(kThread, key(), sleep(110'000, 0, 118'000));
    EXPECT_EQ(joiner.finish(kThread)->from, 100'000U);
}

TEST(Joiner, AnythingElseIsAnotherWait) {
    EXPECT_EQ(waits_of(sleep(210, 0, 300)), 1U);

    recording::Sleep other = sleep(210, 0, 300);
    other.another_call = true;
    EXPECT_EQ(waits_of(other), 2U) << "it unlocked in between";

    other = sleep(210, 0, 300);
    other.ran_ns = kSameCallCpuNs;
    EXPECT_EQ(waits_of(other), 2U) << "it worked in between";

    other = sleep(210, 0, 300);
    other.stack_pointer = 0x7fe0;
    EXPECT_EQ(waits_of(other), 2U) << "another frame";

    EXPECT_EQ(waits_of(sleep(210, 0, 300), key(0x2000)), 2U) << "another futex word";
    EXPECT_EQ(waits_of(sleep(210, 0, 300), key(0x1000, 2)), 2U) << "another stack";
    EXPECT_EQ(waits_of(sleep(200 + kSameCallGapNs, 0, 200'000)), 2U) << "it slept elsewhere";
    EXPECT_EQ(waits_of(sleep(150, 0, 300)), 2U) << "overlapping times belong to no call";
}

TEST(Joiner, WriteLockCallMayWaitOnBothItsWords) {
    WaitKey writers = key(0x100c, 1);
    writers.call = {FUTEX_WAIT_BITSET, 3, false, false};
    WaitKey phase = key(0x1008, 2);
    phase.call = {FUTEX_WAIT_BITSET, 2, false, false};
    const auto waits = [](const WaitKey& first, const WaitKey& second) {
        Joiner joiner;
        EXPECT_FALSE(joiner.add(kThread, first, sleep(100, 0, 200)));
        return (joiner.add(kThread, second, sleep(210, 0, 300)) ? 1 : 0) + joiner.finish().size();
    };
    EXPECT_EQ(waits(writers, phase), 1U);
    EXPECT_EQ(waits(phase, writers), 2U) << "never in this order";
    phase.address = 0x2008;
    EXPECT_EQ(waits(writers, phase), 2U) << "another lock";
}

TEST(Joiner, JustBelowTheLimitsIsTheSameCall) {
    recording::Sleep second = sleep(199 + kSameCallGapNs, 0, 200'000);
    second.ran_ns = kSameCallCpuNs - 1;
    EXPECT_EQ(waits_of(second), 1U);
}

TEST(Joiner, WaitsThatAreNotForLocksStayApart) {
    const auto joined = [](const FutexCall& call) {
        WaitKey same = key();
        same.call = call;
        Joiner joiner;
        EXPECT_FALSE(joiner.add(kThread, same, sleep(100, 0, 200)));
        return !joiner.add(kThread, same, sleep(210, 0, 300)).has_value();
    };
    EXPECT_TRUE(joined({FUTEX_WAIT, 2, false, false}));
    EXPECT_TRUE(joined({FUTEX_WAIT, 4, true, false})) << "robust mutex";
    EXPECT_TRUE(joined({FUTEX_LOCK_PI, 0, false, false}));
    EXPECT_TRUE(joined({FUTEX_WAIT_BITSET, 3, false, false})) << "rwlock";
    EXPECT_FALSE(joined({FUTEX_WAIT_BITSET, 0, false, false})) << "semaphore, condition";
    EXPECT_FALSE(joined({FUTEX_WAIT, 3, false, false})) << "barrier";
}

TEST(Joiner, ThreadsDoNotMix) {
    Joiner joiner;
    EXPECT_FALSE(joiner.add(ThreadId{1}, key(), sleep(100, 0, 200)));
    EXPECT_FALSE(joiner.add(ThreadId{2}, key(), sleep(210, 0, 300)));
    EXPECT_EQ(joiner.finish().size(), 2U);
}

TEST(Joiner, FinishedThreadHasNoOpenWait) {
    Joiner joiner;
    EXPECT_FALSE(joiner.finish(kThread));
    EXPECT_FALSE(joiner.add(kThread, key(), sleep(100, 0, 200)));
    EXPECT_TRUE(joiner.finish(kThread));
    EXPECT_FALSE(joiner.finish(kThread));
    EXPECT_TRUE(joiner.finish().empty());
}

TEST(Joiner, FreeTimeCountsFromTheWakeUp) {
    const auto free_of = [](const recording::Sleep& only) {
        Joiner joiner;
        EXPECT_FALSE(joiner.add(kThread, key(), only));
        return joiner.finish().at(0).free;
    };
    EXPECT_EQ(free_of(sleep(100, 150, 200)), 50U);
    EXPECT_EQ(free_of(sleep(100, 0, 200)), 0U) << "the wake-up was not seen";
    EXPECT_EQ(free_of(sleep(100, 90, 200)), 100U) << "woken before it slept";
    EXPECT_EQ(free_of(sleep(100, 250, 200)), 0U) << "woken after it ran";
}

TEST(Joiner, ImpossibleSleepsAreToldApart) {
    EXPECT_TRUE(possible(sleep(100, 0, 100)));
    EXPECT_FALSE(possible(sleep(200, 0, 100)));
    EXPECT_FALSE(possible(sleep(0, 0, UINT64_MAX)));
}

}  // namespace
}  // namespace hotlock::profiling
