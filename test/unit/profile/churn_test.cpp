// CPU time that is charged to the locks that threads fight for.
#include <gtest/gtest.h>

#include <linux/futex.h>

#include "test/unit/profile/sampled_program.h"

namespace hotlock::profiling {
namespace {

constexpr uint32_t read_access = 1;
constexpr uint64_t heap = 0x7f0000000000;

// Ticks of two threads in turn.
void fight(SampledProgram& program, std::string_view place, uint64_t address, int ticks,
           uint32_t access = 4) {
    for (int i = 0; i < ticks; i++)
        program.tick(1000 + static_cast<uint64_t>(i), i % 2 == 0 ? 11 : 12, place, address, access);
}

TEST(Churn, FailedAttemptsAreChurnOfTheLock) {
    SampledProgram program;
    program.variable(0x601040, "Pool::lock");
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    program.lines("sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601040 value=2 stack=1");
    program.kernel_tick(3000, 11, "libc:lll_lock_wait", 0x601040, FUTEX_WAIT);
    program.kernel_tick(3010, 12, "libc:lll_lock_wait", 0x601040, FUTEX_WAIT);
    program.kernel_tick(3020, 12, "libc:lll_lock_wake", 0x601040, FUTEX_WAKE);  // a release
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].churn, nanoseconds{20});
    EXPECT_EQ(profile.threads[1].churn, nanoseconds{10});
}

TEST(Churn, ASpinLockHasItsSpinning) {
    SampledProgram program;
    program.variable(0x601040, "spin");
    fight(program, "libc:pthread_spin_lock", 0x601040, 20);
    fight(program, "libc:pthread_spin_lock", 0x601040, 10, read_access);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    const Lock& lock = profile.locks[0];
    EXPECT_EQ(lock.name, "spin");
    EXPECT_EQ(lock.kind, LockKind::spin);
    EXPECT_EQ(lock.churn, nanoseconds{300});
    EXPECT_EQ(lock.sums.waits, 0U);
    EXPECT_EQ(profile.threads[1].churn, nanoseconds{150});
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].holds_lock, "spin");
}

TEST(Churn, WordsOfOneLockBelongTogether) {
    SampledProgram program;
    program.stack(7, {"libc:pthread_rwlock_rdlock", "app:Cache::find", "app:main"});
    fight(program, "libc:pthread_rwlock_rdlock", heap, 20);
    fight(program, "libc:pthread_rwlock_wrlock", heap + 12, 6);  // its futex of writers
    program.record(recording::StackTick{1500, 10, 11, 0, 50, false, 7,
                                        program.code("libc:pthread_rwlock_rdlock"), heap});
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].name, "rwlock used by Cache::find");
    EXPECT_EQ(profile.locks[0].kind, LockKind::rwlock);
    EXPECT_EQ(profile.locks[0].churn, nanoseconds{260});
    ASSERT_EQ(profile.locks[0].sites.size(), 2U);
    EXPECT_EQ(text(profile, profile.locks[0].sites[0].stack),
              "pthread_rwlock_rdlock < Cache::find < main");
    EXPECT_EQ(profile.locks[0].sites[0].mode, WaitMode::read);
    EXPECT_EQ(profile.locks[0].sites[1].mode, WaitMode::write);
}

TEST(Churn, AMutexThatNobodySleepsForIsKnownByItsFutexCalls) {
    SampledProgram program;
    program.stack(7, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    program.kernel_tick(3000, 11, "libc:lll_lock_wait", heap, FUTEX_WAIT);
    program.record(recording::StackTick{3000, 10, 11, 0, 50, true, 7,
                                        program.code("libc:lll_lock_wait"), heap});
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].name, "mutex used by Pool::take");
    EXPECT_EQ(profile.locks[0].churn, nanoseconds{10});
    EXPECT_EQ(text(profile, profile.locks[0].sites.at(0).stack),
              "pthread_mutex_lock < Pool::take < main");
}

TEST(Churn, ALockThatOnlyOneThreadTakesHasNone) {
    SampledProgram program;
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11, "libc:pthread_mutex_lock", heap);
    EXPECT_TRUE(program.finished().locks.empty());
}

// Two locks in one line, each taken by one thread: they disturb each other, nobody fights for them.
TEST(Churn, LocksOfOneThreadEachAreNotFoughtFor) {
    SampledProgram program;
    for (uint64_t i = 0; i < 40; i++)
        program.tick(1000 + i, 11 + i % 2, "libc:pthread_mutex_lock", heap + i % 2 * 40);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].sharing, Sharing::false_sharing);
    EXPECT_TRUE(profile.locks.empty());
    EXPECT_EQ(profile.threads[1].churn, nanoseconds{0});
}

TEST(Churn, WaitingForWorkIsNone) {
    SampledProgram program;
    program.stack(7, {"libc:", "libc:pthread_cond_wait", "app:Queue::pop", "app:main"});
    program.kernel_tick(3000, 11, "libc:futex_wait", heap, FUTEX_WAIT_BITSET);
    program.record(
        recording::StackTick{3000, 10, 11, 0, 50, true, 7, program.code("libc:futex_wait"), heap});
    const Profile profile = program.finished();
    EXPECT_TRUE(profile.locks.empty());
    EXPECT_EQ(profile.threads[1].churn, nanoseconds{0});
}

// Below a thousandth of the sampled time.
TEST(Churn, WhatIsNotWorthARowHasNone) {
    SampledProgram program;
    program.stack(7, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    for (uint64_t i = 0; i < 2000; i++)
        program.tick(1000 + i, 11, "app:hash", heap + i * 64);
    program.kernel_tick(3000, 11, "libc:lll_lock_wait", heap, FUTEX_WAIT);
    program.record(recording::StackTick{3000, 10, 11, 0, 50, true, 7,
                                        program.code("libc:lll_lock_wait"), heap});
    EXPECT_TRUE(program.finished().locks.empty());
}

}  // namespace
}  // namespace hotlock::profiling
