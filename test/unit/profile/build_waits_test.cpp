// build_profile: sleeps -> waits, locks, work waits and threads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/unit/profile/fake_program.h"

namespace hotlock::profiling {
namespace {

// A program with one mutex "Pool::lock" that Pool::take acquires (stack 1) and Pool::give releases
// (stack 2).
class MutexProgram : public FakeProgram {
  public:
    MutexProgram() {
        variable(0x601000, "Pool::lock");
        stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
        stack(2, {"libc:", "libc:pthread_mutex_unlock", "app:Pool::give", "app:main"});
    }
};

TEST(BuildWaits, OneSleepIsOneWait) {
    MutexProgram program;
    program.lines(
        "sleep pid=10 tid=11 slept=1000 woken=1700 ran=2000 addr=0x601000 value=2 waker=10/12 "
        "stack=1 waker_stack=2");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    const Lock& lock = profile.locks[0];
    EXPECT_EQ(lock.id, LockId{1});
    EXPECT_EQ(lock.name, "Pool::lock");
    EXPECT_EQ(lock.kind, LockKind::mutex);
    EXPECT_EQ(lock.address, 0x601000U);
    const WaitSums sums{1, 1, nanoseconds{1000}, nanoseconds{700}, nanoseconds{300}};
    EXPECT_EQ(lock.sums, sums);
    EXPECT_EQ(lock.wait_max, nanoseconds{1000});
    EXPECT_EQ(lock.wait_hist.count(), 1U);
    ASSERT_EQ(lock.sites.size(), 1U);
    EXPECT_EQ(lock.sites[0].sums, sums);
    EXPECT_EQ(text(profile, lock.sites[0].stack), "pthread_mutex_lock < Pool::take < main");
    ASSERT_EQ(lock.holders.size(), 1U);
    EXPECT_EQ(lock.holders[0].wakes, 1U);
    EXPECT_EQ(lock.holders[0].woken_wait, nanoseconds{1000});
    EXPECT_EQ(lock.holders[0].state, "releasing");
    EXPECT_EQ(text(profile, lock.holders[0].stack), "pthread_mutex_unlock < Pool::give < main");
}

TEST(BuildWaits, JoinedSleepsAreOneWaitWhoseGapCountsAsQueue) {
    MutexProgram program;
    program.lines(
        "sleep pid=10 tid=11 slept=1000 woken=1700 ran=2000 addr=0x601000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=2100 woken=2900 ran=3000 addr=0x601000 value=2 stack=1 "
        "ran_ns=100");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    const WaitSums sums{1, 2, nanoseconds{2000}, nanoseconds{1600}, nanoseconds{400}};
    EXPECT_EQ(profile.locks[0].sums, sums);
    EXPECT_EQ(profile.locks[0].wait_hist.count(), 1U);
}

// The call's first sleep tells how many calls it stands for.
TEST(BuildWaits, AWaitStandsForOthersThatWereCountedOnly) {
    MutexProgram program;
    program.lines(
        "sleep pid=10 tid=11 slept=1000 woken=1700 ran=2000 addr=0x601000 value=2 others=3 "
        "waker=10/12 stack=1 waker_stack=2\n"
        "sleep pid=10 tid=11 slept=2100 woken=2900 ran=3000 addr=0x601000 value=2 others=2 stack=1 "
        "ran_ns=100");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    const Lock& lock = profile.locks[0];
    const WaitSums sums{4, 8, nanoseconds{8000}, nanoseconds{6400}, nanoseconds{1600}};
    EXPECT_EQ(lock.sums, sums);
    EXPECT_EQ(lock.wait_max, nanoseconds{2000});
    EXPECT_EQ(lock.wait_hist.count(), 4U);
    ASSERT_EQ(lock.holders.size(), 1U);
    EXPECT_EQ(lock.holders[0].wakes, 4U);
    EXPECT_EQ(lock.holders[0].woken_wait, nanoseconds{4000});
}

TEST(BuildWaits, ReleaseOrWorkBetweenTwoSleepsSplitsThem) {
    for (const auto* between : {"another_call", "ran_ns=70000"}) {
        MutexProgram program;
        program.lines(
            fmt::format("sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 stack=1\n"
                        "sleep pid=10 tid=11 slept=2100 ran=3000 addr=0x601000 value=2 stack=1 {}",
                        between));
        const Profile profile = program.finished();
        EXPECT_EQ(profile.locks.at(0).sums.waits, 2U) << between;
        EXPECT_EQ(profile.locks.at(0).sums.wait, nanoseconds{1900}) << between;
    }
}

TEST(BuildWaits, KeysWithTheSameAddressesAreOneStack) {
    MutexProgram program;
    program.stack(7, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=2100 ran=3000 addr=0x601000 value=2 stack=7 ran_ns=100");
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).sums.waits, 1U);
    EXPECT_EQ(profile.locks.at(0).sites.size(), 1U);
}

TEST(BuildWaits, StackMayArriveAfterTheSleep) {
    FakeProgram program;
    program.lines("sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x900000 value=2 stack=5");
    program.stack(5, {"libc:", "libc:pthread_mutex_lock", "app:late"});
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).name, "mutex used by late");
}

TEST(BuildWaits, MappingMayArriveAfterTheStack) {
    FakeProgram program;
    recording::Stack stack{5, 100, 10, true, {}};
    stack.addresses = {program.code("libc:"), program.code("libc:pthread_mutex_lock"), 0xa00010};
    program.record(stack);
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x900000 value=2 stack=5\n"
        "map time=50 pid=10 start=0xa00000 end=0xb00000 path=/lib/libplugin.so");
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).name, "mutex used by libplugin.so+0x10");
}

TEST(BuildWaits, SlicesAreUnwound) {
    FakeProgram program;
    const uint64_t lock = program.code("libc:pthread_mutex_lock");
    const uint64_t take = program.code("app:Pool::take");
    const uint64_t end = program.code("app:clone3");
    program.lines(
        fmt::format("slice key=9 time=0 pid=10 ip={} sp=0x7f00 length=64 words=0:{},1:{}\n"
                    "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 stack=9",
                    lock, take, end));
    const Profile profile = program.finished();
    EXPECT_EQ(text(profile, profile.locks.at(0).sites.at(0).stack),
              "pthread_mutex_lock < Pool::take < clone3");
    EXPECT_EQ(profile.quality.truncated_stacks, 0U);
}

TEST(BuildWaits, ConditionAndItsMutexAreToldApart) {
    FakeProgram program;
    program.variable(0x601000, "Queue::lock");
    program.stack(1, {"libc:", "libc:pthread_cond_wait", "app:Queue::pop"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=3000 addr=0x601080 op=9 value=0 stack=1\n"
        "sleep pid=10 tid=11 slept=3100 ran=3600 addr=0x601000 op=0 value=2 stack=1 ran_ns=900");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].name, "Queue::lock");
    EXPECT_EQ(profile.locks[0].sums.wait, nanoseconds{500});
    ASSERT_EQ(profile.work_waits.size(), 1U);
    EXPECT_EQ(profile.work_waits[0].kind, "condition");
    EXPECT_EQ(profile.work_waits[0].sums.wait, nanoseconds{2000});
    EXPECT_EQ(text(profile, profile.work_waits[0].stack), "pthread_cond_wait < Queue::pop");
}

TEST(BuildWaits, JoinIsNoLock) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:", "app:main"});
    program.lines(
        "sleep pid=10 tid=10 slept=1000 ran=3000 addr=0x910000 op=9 value=12 waker=10/12 "
        "waker_exiting stack=1\n"
        "sleep pid=10 tid=10 slept=4000 ran=5000 addr=0x920000 op=9 value=5555 waker=10/11 "
        "waker_exiting stack=1");
    const Profile profile = program.finished();
    EXPECT_TRUE(profile.locks.empty());
    ASSERT_EQ(profile.work_waits.size(), 1U) << "a known thread, and one that an exit tells";
    EXPECT_EQ(profile.work_waits[0].kind, "join");
    EXPECT_EQ(profile.work_waits[0].sums.waits, 2U);
}

TEST(BuildWaits, RwlockIsOneLockWhicheverWordIsWaitedOn) {
    FakeProgram program;
    program.variable(0x601000, "Table::lock");
    program.stack(1, {"libc:", "libc:pthread_rwlock_rdlock", "app:find"});
    program.stack(2, {"libc:", "libc:pthread_rwlock_wrlock", "app:insert"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 op=9 value=12 stack=1\n"
        "sleep pid=10 tid=11 slept=3000 ran=4000 addr=0x601008 op=9 value=3 stack=1\n"
        "sleep pid=10 tid=12 slept=1000 ran=2000 addr=0x601008 op=9 value=2 stack=2\n"
        "sleep pid=10 tid=12 slept=3000 ran=4000 addr=0x60100c op=9 value=3 stack=2");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].name, "Table::lock");
    EXPECT_EQ(profile.locks[0].kind, LockKind::rwlock);
    EXPECT_EQ(profile.locks[0].sums.waits, 4U);
    ASSERT_EQ(profile.locks[0].sites.size(), 2U);
    EXPECT_NE(profile.locks[0].sites[0].mode, profile.locks[0].sites[1].mode);
}

TEST(BuildWaits, PriorityInheritingMutex) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:", "app:control"});
    program.lines("sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x900000 op=6 stack=1");
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).kind, LockKind::mutex);
    EXPECT_EQ(profile.locks.at(0).name, "mutex used by control");
}

TEST(BuildWaits, WaitWithLostStackBelongsToTheLockOfItsWord) {
    MutexProgram program;
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 stack=1\n"
        "sleep pid=10 tid=12 slept=1000 ran=2000 addr=0x601000 value=2 stack=0");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].kind, LockKind::mutex);
    EXPECT_EQ(profile.locks[0].sums.waits, 2U);
    EXPECT_EQ(profile.quality.warnings,
              std::vector<std::string>{"The call stack is missing for 1 of 2 waits."});
}

TEST(BuildWaits, LostStackOfARwlockOrSemaphoreIsToldByItsWordToo) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_rwlock_wrlock", "app:insert"});
    program.stack(2, {"libc:", "libc:sem_wait", "app:take"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x90000c op=9 value=3 stack=1\n"
        "sleep pid=10 tid=12 slept=1000 ran=2000 addr=0x90000c op=9 value=3\n"
        "sleep pid=10 tid=11 slept=3000 ran=4000 addr=0x910000 op=9 value=0 stack=2\n"
        "sleep pid=10 tid=12 slept=3000 ran=4000 addr=0x910000 op=9 value=0");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].address, 0x900000U);
    EXPECT_EQ(profile.locks[0].sums.waits, 2U);
    ASSERT_EQ(profile.work_waits.size(), 2U);
    EXPECT_EQ(profile.work_waits[0].kind, "semaphore");
    EXPECT_EQ(profile.work_waits[1].kind, "semaphore");
}

TEST(BuildWaits, ReleaseIsShownFromTheFunctionThatTheProgramCalled) {
    MutexProgram program;
    program.stack(3, {"libc:__lll_lock_wake", "libc:pthread_mutex_unlock", "app:Pool::give"});
    program.stack(4, {"libc:", "libc:start_thread", "libc:clone3"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 waker=10/12 stack=1 "
        "waker_stack=3\n"
        "sleep pid=10 tid=12 slept=1000 ran=2000 addr=0x601000 value=2 waker=10/10 stack=1 "
        "waker_stack=4 waker_exiting");
    const Profile profile = program.finished();
    const std::vector<LockHolder>& holders = profile.locks.at(0).holders;
    ASSERT_EQ(holders.size(), 2U);
    EXPECT_EQ(text(profile, holders[0].stack), "pthread_mutex_unlock < Pool::give");
    EXPECT_EQ(text(profile, holders[1].stack), "start_thread < clone3");
}

TEST(BuildWaits, ForkedProcessesHaveTheirOwnLocks) {
    MutexProgram program;
    program.lines(
        "thread time=500 pid=20 tid=20 parent=10\n"
        "sleep pid=10 tid=11 slept=1000 ran=3000 addr=0x601000 value=2 stack=1\n"
        "sleep pid=20 tid=20 slept=1000 ran=2000 addr=0x601000 value=2 stack=1");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 2U);
    EXPECT_EQ(profile.locks[0].name, "Pool::lock");
    EXPECT_EQ(profile.locks[1].name, "Pool::lock #2");
    EXPECT_EQ(profile.locks[1].symbol, "Pool::lock");
}

TEST(BuildWaits, HoldersAreAddedUpByStackThreadNameAndState) {
    MutexProgram program;
    program.lines(
        "name time=0 pid=10 tid=11 name=worker\n"
        "name time=0 pid=10 tid=12 name=worker\n"
        "sleep pid=10 tid=10 slept=1000 ran=2000 addr=0x601000 value=2 waker=10/11 stack=1 "
        "waker_stack=2\n"
        "sleep pid=10 tid=10 slept=3000 ran=4000 addr=0x601000 value=2 waker=10/12 stack=1 "
        "waker_stack=2 ran_ns=70000\n"
        "sleep pid=10 tid=10 slept=5000 ran=5500 addr=0x601000 value=2 waker=10/12 waker_exiting "
        "stack=1 ran_ns=70000");
    const Profile profile = program.finished();
    const std::vector<LockHolder>& holders = profile.locks.at(0).holders;
    ASSERT_EQ(holders.size(), 2U);
    EXPECT_EQ(holders[0].thread, "worker");
    EXPECT_EQ(holders[0].wakes, 2U);
    EXPECT_EQ(holders[0].woken_wait, nanoseconds{2000});
    EXPECT_EQ(holders[1].state, "exiting");
    EXPECT_FALSE(holders[1].stack);
    EXPECT_FALSE(holders[0].blame) << "nothing measured it";
}

TEST(BuildWaits, LocksAndSitesComeMostWaitFirst) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:small"});
    program.stack(2, {"libc:", "libc:pthread_mutex_lock", "app:large"});
    program.lines(
        "sleep pid=10 tid=11 slept=0 ran=10 addr=0x900000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x910000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=3000 ran=6000 addr=0x910000 value=2 stack=2");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 2U);
    EXPECT_EQ(profile.locks[0].address, 0x910000U);
    EXPECT_EQ(text(profile, profile.locks[0].sites.at(0).stack), "pthread_mutex_lock < large");
}

TEST(BuildWaits, ThreadsCarryTheirWaitsAndLocksTheirShare) {
    MutexProgram program;
    program.stack(3, {"libc:", "libc:pthread_cond_wait", "app:idle"});
    program.lines(
        "exit time=5000 pid=10 tid=12\n"
        "sleep pid=10 tid=11 slept=1000 ran=6000 addr=0x601000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=7000 ran=9000 addr=0x601080 op=9 stack=3");
    const Profile profile = program.finished();
    EXPECT_EQ(profile.run.threads, 3U);
    EXPECT_EQ(profile.run.thread_time, nanoseconds{25'000});
    EXPECT_DOUBLE_EQ(profile.locks.at(0).share, 0.2);
    ASSERT_EQ(profile.threads.size(), 3U);
    const ThreadSummary& waiter = profile.threads[1];
    EXPECT_EQ(waiter.tid, 11);
    EXPECT_EQ(waiter.lock_wait, nanoseconds{5000});
    EXPECT_EQ(waiter.work_wait, nanoseconds{2000});
    EXPECT_FALSE(waiter.running) << "nothing measured it";
    EXPECT_EQ(profile.threads[2].lifetime, nanoseconds{5000});
}

TEST(BuildWaits, OpenWaitOfAnExitingThreadCounts) {
    MutexProgram program;
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 stack=1\n"
        "exit time=2100 pid=10 tid=11\n"
        "thread time=2200 pid=10 tid=11 parent=10\n"
        "sleep pid=10 tid=11 slept=2300 ran=2400 addr=0x601000 value=2 stack=1 ran_ns=10");
    EXPECT_EQ(program.finished().locks.at(0).sums.waits, 2U);
}

}  // namespace
}  // namespace hotlock::profiling
