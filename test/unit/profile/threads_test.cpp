#include "analyzer/profile/threads.h"

#include <gtest/gtest.h>

namespace hotlock::profiling {
namespace {

using std::chrono::nanoseconds;

TEST(ThreadTable, LifetimesRunFromStartToExitOrTheEnd) {
    ThreadTable threads;
    threads.start({100, 10, 10, 1});
    threads.start({200, 10, 11, 10});
    threads.exit({500, 10, 11});
    const auto all = threads.summaries(100, 1000);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].lifetime, nanoseconds{900});
    EXPECT_EQ(all[1].lifetime, nanoseconds{300});
}

TEST(ThreadTable, LifetimesAreClippedToTheRun) {
    ThreadTable threads;
    threads.start({0, 10, 10, 1});
    threads.start({50, 10, 11, 10});
    threads.exit({5000, 10, 10});
    threads.exit({80, 10, 11});
    const auto all = threads.summaries(100, 1000);
    EXPECT_EQ(all[0].lifetime, nanoseconds{900});
    EXPECT_EQ(all[1].lifetime, nanoseconds{0});
}

TEST(ThreadTable, StartReportedTwiceIsOneThread) {
    ThreadTable threads;
    threads.start({100, 10, 11, 10});
    threads.start({150, 10, 11, 10});
    const auto all = threads.summaries(0, 200);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].lifetime, nanoseconds{100});
}

TEST(ThreadTable, TidUsedAgainIsAnotherThread) {
    ThreadTable threads;
    threads.start({0, 10, 11, 10});
    const ThreadId first = threads.seen(10, 11, 5);
    threads.exit({10, 10, 11});
    threads.start({50, 10, 11, 10});
    EXPECT_NE(threads.seen(10, 11, 60), first);
    EXPECT_EQ(threads.summaries(0, 100).size(), 2U);
}

TEST(ThreadTable, ThreadWhoseStartWasLostLivesFromItsFirstEvent) {
    ThreadTable threads;
    threads.seen(10, 77, 400);
    EXPECT_EQ(threads.summaries(0, 1000).at(0).lifetime, nanoseconds{600});
}

TEST(ThreadTable, LastNameWinsAndNamelessThreadsBearTheFirstThreadsName) {
    ThreadTable threads;
    threads.start({0, 10, 10, 1});
    threads.start({0, 10, 11, 10});
    threads.start({0, 20, 21, 20});
    threads.name({1, 10, 10, false, "early"});
    threads.name({2, 10, 10, false, "late"});
    EXPECT_EQ(threads.name_of(10, 10), "late");
    EXPECT_EQ(threads.name_of(10, 11), "late");
    EXPECT_EQ(threads.name_of(20, 21), "thread 21");
    EXPECT_EQ(threads.name_of(99, 98), "thread 98");
}

TEST(ThreadTable, ForkedProcessesInheritTheNameOfTheirParentAtThatTime) {
    ThreadTable threads;
    threads.start({0, 10, 10, 1});
    threads.name({1, 10, 10, false, "early"});
    threads.start({2, 20, 20, 10});
    threads.start({3, 30, 30, 20});
    threads.start({3, 30, 31, 30});
    threads.name({4, 10, 10, false, "late"});
    threads.name({5, 30, 30, true, "other"});
    EXPECT_EQ(threads.name_of(10, 10), "late");
    EXPECT_EQ(threads.name_of(20, 20), "early");
    EXPECT_EQ(threads.name_of(30, 30), "other");
    EXPECT_EQ(threads.summaries(0, 10).at(3).name, "early");
}

TEST(ThreadTable, ExecEndsTheOtherThreads) {
    ThreadTable threads;
    threads.start({0, 10, 10, 1});
    threads.start({0, 10, 11, 10});
    threads.name({300, 10, 10, true, "other"});
    const auto all = threads.summaries(0, 1000);
    EXPECT_EQ(all[0].lifetime, nanoseconds{1000});
    EXPECT_EQ(all[1].lifetime, nanoseconds{300});
}

TEST(ThreadTable, SurvivesTimesThatNoClockGives) {
    ThreadTable threads;
    threads.start({UINT64_MAX, 10, 10, 1});
    threads.start({0, 10, 11, 1});
    threads.exit({UINT64_MAX, 10, 11});
    const auto all = threads.summaries(0, UINT64_MAX);
    EXPECT_EQ(all[0].lifetime, nanoseconds{0});
    EXPECT_EQ(all[1].lifetime, nanoseconds::max());
}

}  // namespace
}  // namespace hotlock::profiling
