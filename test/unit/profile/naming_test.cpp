// Where a lock lies and what it is called.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/unit/profile/fake_program.h"

namespace hotlock::profiling {
namespace {

constexpr uint64_t kHeap = 0x900000;

void add_sleep(FakeProgram& program, uint64_t address, uint64_t stack, uint64_t ran = 2000,
               uint32_t tid = 11) {
    program.lines(fmt::format("sleep pid=10 tid={} slept=1000 ran={} addr={} value=2 stack={}", tid,
                              ran, address, stack));
}

TEST(Naming, DataSymbolWithItsPlaceInTheFile) {
    FakeProgram program;
    program.variable(0x601000, "Pool::instance");
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take"});
    add_sleep(program, 0x601008, 1);
    const Lock lock = program.finished().locks.at(0);
    EXPECT_EQ(lock.name, "Pool::instance+0x8");
    EXPECT_EQ(lock.symbol, "Pool::instance+0x8");
    EXPECT_EQ(lock.module, "/bin/app");
    EXPECT_EQ(lock.build_id, "abcd");
    EXPECT_EQ(lock.offset, 0x201008U);
}

TEST(Naming, PlaceInTheFileWithoutASymbol) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take"});
    add_sleep(program, 0x601008, 1);
    const Lock lock = program.finished().locks.at(0);
    EXPECT_EQ(lock.name, "app+0x201008");
    EXPECT_EQ(lock.symbol, "");
    EXPECT_EQ(lock.offset, 0x201008U);
}

TEST(Naming, InternalLockOfLibcIsNamedByTheFunctionThatWasCalled) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:", "libc:localtime_r", "app:stamp", "libc:start_thread"});
    add_sleep(program, 0x790000, 1);
    const Lock lock = program.finished().locks.at(0);
    EXPECT_EQ(lock.name, "libc internal lock in localtime_r");
    EXPECT_EQ(lock.kind, LockKind::internal);
    EXPECT_EQ(lock.module, "/lib/libc.so.6");
    EXPECT_EQ(lock.offset, 0x90000U);
    EXPECT_EQ(lock.acquirers, std::vector<std::string>{"stamp"});
}

TEST(Naming, InternalLockOfLibcWithASymbolOrWithoutItsFunction) {
    FakeProgram program;
    program.variable(0x790000, "tzset_lock");
    program.stack(1, {"libc:", "libc:", "app:stamp"});
    add_sleep(program, 0x790000, 1, 3000);
    add_sleep(program, 0x7a0000, 1, 2000, 12);
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).name, "tzset_lock");
    EXPECT_EQ(profile.locks.at(1).name, "libc internal lock used by stamp");
}

TEST(Naming, HeapLockIsNamedByItsDominantAcquirer) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::give(int)"});
    program.stack(2, {"libc:", "libc:pthread_mutex_lock", "app:void Pool::take<int>(int) const"});
    add_sleep(program, kHeap, 1, 2000, 11);
    add_sleep(program, kHeap, 2, 3000, 12);
    const Lock lock = program.finished().locks.at(0);
    EXPECT_EQ(lock.name, "mutex used by Pool::take");
    EXPECT_EQ(lock.acquirers, (std::vector<std::string>{"Pool::give", "Pool::take"}));
    EXPECT_EQ(lock.module, "");
    EXPECT_FALSE(lock.offset);
}

TEST(Naming, AcquirersCoverNineTenthsOfTheWait) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:often"});
    program.stack(2, {"libc:", "libc:pthread_mutex_lock", "app:rarely"});
    add_sleep(program, kHeap, 1, 10'000, 11);
    add_sleep(program, kHeap, 2, 1'100, 12);
    EXPECT_EQ(program.finished().locks.at(0).acquirers, std::vector<std::string>{"often"});
}

TEST(Naming, WrappersOfLockFunctionsAreNotTheAcquirer) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:__gthread_mutex_lock",
                      "app:std::mutex::lock()",
                      "app:std::lock_guard<std::mutex>::lock_guard(std::mutex&)", "app:work"});
    program.stack(2, {"libc:", "libc:pthread_rwlock_wrlock", "app:CRYPTO_THREAD_write_lock",
                      "app:", "app:EVP_MD_fetch"});
    add_sleep(program, kHeap, 1, 3000);
    add_sleep(program, kHeap + 0x108, 2, 2000, 12);
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).name, "mutex used by work");
    EXPECT_EQ(profile.locks.at(1).name, "rwlock used by EVP_MD_fetch");
}

TEST(Naming, TwoLocksOfOneSiteGetDifferentNames) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Shard::put"});
    add_sleep(program, kHeap, 1, 2000, 11);
    add_sleep(program, kHeap + 64, 1, 3000, 12);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 2U);
    EXPECT_EQ(profile.locks[0].name, "mutex used by Shard::put");
    EXPECT_EQ(profile.locks[0].address, kHeap + 64) << "most wait first";
    EXPECT_EQ(profile.locks[1].name, "mutex used by Shard::put #2");
}

TEST(Naming, OneTimeInitialisationIsNamedByItsFunction) {
    FakeProgram program;
    program.stack(1, {"libc:syscall", "app:__cxa_guard_acquire", "app:instance"});
    program.stack(2, {"libc:syscall", "app:SpinLock::lock"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=3000 addr=0x900000 value=1 stack=1\n"
        "sleep pid=10 tid=12 slept=1000 ran=2000 addr=0x900100 value=2 stack=2");
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).name, "__cxa_guard_acquire used by instance");
    EXPECT_EQ(profile.locks.at(1).name, "futex used by SpinLock::lock");
}

TEST(Naming, LockWithoutAnyCallerIsNamedByItsAddress) {
    FakeProgram program;
    add_sleep(program, kHeap, 0);
    EXPECT_EQ(program.finished().locks.at(0).name, "futex at 0x900000");
}

}  // namespace
}  // namespace hotlock::profiling
