#include "analyzer/profile/classify.h"

#include <gtest/gtest.h>
#include <linux/futex.h>

#include <initializer_list>

#include "test/unit/profile/fake_program.h"

namespace hotlock::profiling {
namespace {

constexpr uint64_t kWord = 0x1000;

FutexCall call(uint32_t operation, uint32_t value) {
    FutexCall result;
    result.operation = operation;
    result.value = value;
    return result;
}

const FutexCall kContended = call(FUTEX_WAIT, 2);

class Stack {
  public:
    Stack(std::initializer_list<std::string_view> places) {
        for (const std::string_view place : places)
            frames_.push_back(frame(place));
        for (const Frame& frame : frames_)
            named_.push_back(&frame);
    }
    Classification classified(const FutexCall& call, uint64_t address = kWord) const {
        return classify(named_, call, address);
    }
    std::variant<LockUse, WorkUse> use(const FutexCall& call, uint64_t address = kWord) const {
        return classified(call, address).use;
    }
    std::string leaf(const FutexCall& call) const {
        return frames_.at(classified(call).leaf).function;
    }

  private:
    std::vector<Frame> frames_;
    NamedStack named_;
};

std::variant<LockUse, WorkUse> mutex(uint64_t address = kWord) {
    return LockUse{LockKind::mutex, WaitMode::exclusive, address};
}
std::variant<LockUse, WorkUse> lock(LockKind kind) {
    return LockUse{kind, WaitMode::exclusive, kWord};
}
std::variant<LockUse, WorkUse> rwlock(WaitMode mode, uint64_t address) {
    return LockUse{LockKind::rwlock, mode, address};
}
std::variant<LockUse, WorkUse> work(std::string_view kind) {
    return WorkUse{kind};
}

TEST(Classify, MutexUnderAllItsNames) {
    for (const auto* name :
         {"libc:pthread_mutex_lock", "libc:__pthread_mutex_lock", "libc:___pthread_mutex_lock",
          "libc:__GI___pthread_mutex_lock", "libc:pthread_mutex_lock@@GLIBC_2.2.5",
          "libc:__pthread_mutex_lock_full", "libc:__pthread_mutex_clocklock_common",
          "libc:pthread_mutex_timedlock", "libc:__pthread_mutex_cond_lock.part.0", "libc:mtx_lock"})
        EXPECT_EQ((Stack{"libc:", name, "app:main"}.use(kContended)), mutex()) << name;
}

TEST(Classify, NamedLibcHelpersAreSkipped) {
    const Stack stack{"libc:__futex_abstimed_wait_common64", "libc:__GI___lll_lock_wait",
                      "libc:___pthread_mutex_lock", "app:main"};
    EXPECT_EQ(stack.use(kContended), mutex());
    EXPECT_EQ(stack.leaf(kContended), "___pthread_mutex_lock");
}

TEST(Classify, LeafIsTheOutermostNameOfTheLockFunction) {
    const Stack stack{"libc:", "libc:pthread_mutex_lock", "libc:mtx_lock", "app:main"};
    EXPECT_EQ(stack.leaf(kContended), "mtx_lock");
}

TEST(Classify, RwlockAddressFollowsFromTheWaitedWord) {
    const Stack reader{"libc:", "libc:pthread_rwlock_rdlock", "app:main"};
    const Stack writer{"libc:", "libc:__pthread_rwlock_wrlock_full64", "app:main"};
    const uint64_t start = 0x1000;
    const auto read = rwlock(WaitMode::read, start);
    const auto write = rwlock(WaitMode::write, start);
    EXPECT_EQ(reader.use(call(FUTEX_WAIT_BITSET, 4), start), read) << "__readers";
    EXPECT_EQ(reader.use(call(FUTEX_WAIT_BITSET, 3), start + 8), read) << "__wrphase_futex";
    EXPECT_EQ(writer.use(call(FUTEX_WAIT_BITSET, 2), start + 8), write) << "__wrphase_futex";
    EXPECT_EQ(writer.use(call(FUTEX_WAIT_BITSET, 3), start + 12), write) << "__writers_futex";
}

TEST(Classify, ConditionWaitIsWorkAndTakingItsMutexAgainIsNot) {
    const Stack stack{"libc:", "libc:pthread_cond_wait", "app:main"};
    EXPECT_EQ(stack.use(call(FUTEX_WAIT_BITSET, 0)), work("condition"));
    EXPECT_EQ(stack.use(call(FUTEX_WAIT_BITSET, 2)), work("condition"));
    EXPECT_EQ(stack.use(kContended), mutex());
    FutexCall robust = call(FUTEX_WAIT, 4);
    robust.owner_word = true;
    EXPECT_EQ(stack.use(robust), mutex());
}

TEST(Classify, TheInnermostKnownFunctionDecides) {
    const Stack stack{"libc:__lll_lock_wait", "libc:__pthread_mutex_cond_lock",
                      "libc:pthread_cond_wait", "app:main"};
    EXPECT_EQ(stack.use(call(FUTEX_WAIT_BITSET, 2)), mutex());
    const Stack nested{"libc:", "libc:pthread_mutex_lock", "app:init", "libc:pthread_once"};
    EXPECT_EQ(nested.use(kContended), mutex());
}

TEST(Classify, OtherWaitsForWork) {
    const FutexCall any = call(FUTEX_WAIT_BITSET, 4);
    EXPECT_EQ((Stack{"libc:", "libc:__pthread_clockjoin_ex", "app:main"}.use(any)), work("join"));
    EXPECT_EQ((Stack{"libc:", "libc:thrd_join", "app:main"}.use(any)), work("join"));
    EXPECT_EQ((Stack{"libc:", "libc:__new_sem_wait_slow64.constprop.0", "app:main"}.use(any)),
              work("semaphore"));
    EXPECT_EQ((Stack{"libc:", "libc:pthread_barrier_wait", "app:main"}.use(any)), work("barrier"));
    EXPECT_EQ((Stack{"libc:", "libc:cnd_timedwait", "app:main"}.use(any)), work("condition"));
}

TEST(Classify, OneTimeInitialisationIsALock) {
    const FutexCall running = call(FUTEX_WAIT, 1);
    EXPECT_EQ((Stack{"libc:", "libc:pthread_once", "app:main"}.use(running)),
              lock(LockKind::futex));
    EXPECT_EQ((Stack{"libc:syscall", "app:__cxa_guard_acquire", "app:main"}.use(running)),
              lock(LockKind::futex));
}

TEST(Classify, OperationsWithOneMeaningNeedNoStack) {
    EXPECT_EQ(Stack({}).use(call(FUTEX_LOCK_PI, 0)), mutex());
    EXPECT_EQ(Stack({}).use(call(FUTEX_LOCK_PI2, 0)), mutex());
    EXPECT_EQ(Stack({}).use(call(FUTEX_WAIT_REQUEUE_PI, 0)), work("condition"));
    EXPECT_TRUE(Stack({}).classified(call(FUTEX_LOCK_PI, 0)).certain);
}

TEST(Classify, LocksInsideLibcAreInternal) {
    const Stack stripped{"libc:", "libc:", "libc:localtime_r", "app:main"};
    EXPECT_EQ(stripped.use(kContended), lock(LockKind::internal));
    EXPECT_EQ(stripped.leaf(kContended), "localtime_r");
    const Stack named{"libc:__lll_lock_wait_private", "libc:__tz_convert", "app:main"};
    EXPECT_EQ(named.use(kContended), lock(LockKind::internal));
    EXPECT_EQ(named.leaf(kContended), "__tz_convert");
    EXPECT_EQ((Stack{"libc:", "libc:pthread_cond_signal", "app:main"}.use(kContended)),
              lock(LockKind::internal));
}

// pthread_join, sem_wait and pthread_mutex_timedlock jump to functions that a stripped libc does
// not name.
TEST(Classify, FunctionsThatLeftNoFrameShowInTheFutexCall) {
    const Stack stack{"libc:", "libc:", "app:main"};
    FutexCall join = call(FUTEX_WAIT_BITSET, 4);
    EXPECT_EQ(stack.use(join), work("futex"));
    join.thread_word = true;
    EXPECT_EQ(stack.use(join), work("join"));
    EXPECT_EQ(stack.use(call(FUTEX_WAIT_BITSET, 0)), work("semaphore"));
    EXPECT_EQ(stack.use(call(FUTEX_WAIT_BITSET, 2)), mutex());
    EXPECT_EQ(stack.use(call(FUTEX_WAIT, 1)), lock(LockKind::futex));
    FutexCall robust = call(FUTEX_WAIT, 4);
    robust.owner_word = true;
    EXPECT_EQ(stack.use(robust), mutex());
}

TEST(Classify, RawFutexIsALockWhenItIsWaitedOnAsContended) {
    const Stack stack{"libc:syscall", "app:SpinLock::lock", "app:main"};
    EXPECT_EQ(stack.use(kContended), lock(LockKind::futex));
    EXPECT_EQ(stack.use(call(FUTEX_WAIT_BITSET, 2)), lock(LockKind::futex));
    EXPECT_EQ(stack.use(call(FUTEX_WAIT, 0)), work("futex"));
    EXPECT_EQ(stack.use(call(257, 0)), work("futex")) << "futex_waitv";
    EXPECT_FALSE(stack.classified(kContended).certain);
}

TEST(Classify, RawFutexInsideAConditionOrJoinIsWork) {
    EXPECT_EQ((Stack{"app:park", "app:pthread_cond_wait", "app:main"}.use(kContended)),
              work("condition"));
    EXPECT_EQ((Stack{"app:park", "app:pthread_join", "app:main"}.use(kContended)), work("join"));
}

TEST(Classify, AnAtomicWaitIsNoLockWhateverItsValue) {
    const Stack stack{
        "libc:syscall", "app:void std::__detail::__platform_wait<int>(int const*, int)",
        "app:void std::__atomic_wait_address_v<int, f()>(int const*, int)", "app:await_all_ready"};
    EXPECT_EQ(stack.use(kContended), work("atomic"));
}

TEST(Classify, LostStackLeavesTheFutexValue) {
    EXPECT_EQ(Stack({}).use(kContended), lock(LockKind::futex));
    EXPECT_EQ(Stack({}).use(call(FUTEX_WAIT, 7)), work("futex"));
    EXPECT_EQ(Stack({}).classified(kContended).leaf, 0U);
}

TEST(Classify, StackOfHelpersOnlyKeepsItsLastFrame) {
    const Stack stack{"libc:__lll_lock_wait_private", "libc:"};
    EXPECT_EQ(stack.classified(kContended).leaf, 1U);
}

}  // namespace
}  // namespace hotlock::profiling
