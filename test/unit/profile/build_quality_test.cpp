// build_profile: the run, its quality and its limits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyzer/profile/build.h"
#include "analyzer/profile/limits.h"
#include "test/unit/profile/fake_program.h"

namespace hotlock::profiling {
namespace {

using namespace std::chrono_literals;

bool mentions(const std::vector<std::string>& warnings, const std::string& words) {
    for (const std::string& warning : warnings)
        if (warning.find(words) != std::string::npos) return true;
    return false;
}

TEST(BuildQuality, RunIsDescribedByMetaAndEnd) {
    FakeProgram program;
    program.lines(
        "meta key=command value=./server\\x00--threads\\x008\n"
        "meta key=label value=base\n"
        "meta key=host value=box\n"
        "meta key=kernel value=6.1\n"
        "meta key=cpu_model value=EPYC\n"
        "meta key=cpus value=2\n"
        "meta key=git value=abc\n"
        "meta key=started_at value=1700000000000000000\n"
        "end time=9000000000 exit=137 user_ns=600000000 system_ns=400000000 own_ns=50000000");
    const Profile profile = program.interrupted();
    const RunInfo& run = profile.run;
    EXPECT_EQ(run.command, (std::vector<std::string>{"./server", "--threads", "8"}));
    EXPECT_EQ(run.label, "base");
    EXPECT_EQ(run.host, "box");
    EXPECT_EQ(run.kernel, "6.1");
    EXPECT_EQ(run.cpu_model, "EPYC");
    EXPECT_EQ(run.cpus, 2U);
    EXPECT_EQ(run.git, "abc");
    EXPECT_EQ(run.started_at, 1'700'000'000'000'000'000);
    EXPECT_EQ(run.duration, 9s);
    EXPECT_EQ(run.exit_code, 137);
    EXPECT_EQ(run.user_time, 600ms);
    EXPECT_EQ(run.system_time, 400ms);
    EXPECT_TRUE(profile.quality.complete);
    EXPECT_TRUE(profile.quality.warnings.empty());
    ASSERT_TRUE(profile.quality.overhead_share);
    EXPECT_DOUBLE_EQ(*profile.quality.overhead_share, 0.05);
}

TEST(BuildQuality, ProgramsThatUseNextToNoCpuHaveNoShareOfIt) {
    const auto share_of = [](const char* end) {
        FakeProgram program;
        program.lines(end);
        return program.interrupted().quality.overhead_share;
    };
    EXPECT_TRUE(share_of("end time=2000000000 exit=0 user_ns=200000000 system_ns=0 own_ns=1"));
    EXPECT_FALSE(share_of("end time=2000000000 exit=0 user_ns=199000000 system_ns=0 own_ns=1"));
    EXPECT_TRUE(share_of("end time=60000000 exit=0 user_ns=25000000 system_ns=25000000 own_ns=1"));
    EXPECT_FALSE(share_of("end time=2000000 exit=0 user_ns=500000 system_ns=500000 own_ns=1"));
}

TEST(BuildQuality, AbsentIsNotZero) {
    FakeProgram program;
    const Profile profile = program.finished();
    EXPECT_FALSE(profile.run.exit_code);
    EXPECT_FALSE(profile.run.user_time);
    EXPECT_FALSE(profile.quality.overhead_share);
    EXPECT_FALSE(profile.quality.unsymbolized_share);
}

TEST(BuildQuality, WithoutEndTheRunLastsToItsLastRecordAndIsIncomplete) {
    FakeProgram program;
    program.lines("sleep pid=10 tid=11 slept=1000 ran=4000 addr=0x900000 value=2");
    const Profile profile = program.interrupted();
    EXPECT_FALSE(profile.quality.complete);
    EXPECT_TRUE(mentions(profile.quality.warnings, "interrupted"));
    EXPECT_EQ(profile.run.duration, nanoseconds{4000});
    EXPECT_EQ(profile.run.thread_time, nanoseconds{12'000});
}

TEST(BuildQuality, LossesAreCountedAndSaid) {
    FakeProgram program;
    program.lines(
        "lost probe=sleeps what=stacks count=3\n"
        "lost probe=sleeps what=sleeps count=0\n"
        "lost probe=sleeps what=stacks count=4");
    const Quality quality = program.finished().quality;
    EXPECT_EQ(quality.lost_events, 7U);
    EXPECT_EQ(quality.warnings, std::vector<std::string>{"The sleeps probe lost 7 stacks."});
}

TEST(BuildQuality, APerfMapThatWasCutIsSaid) {
    FakeProgram program;
    program.lines("meta key=perf_maps_cut value=1");
    const Quality quality = program.finished().quality;
    ASSERT_EQ(quality.warnings.size(), 1U);
    EXPECT_TRUE(quality.warnings[0].starts_with("A perf map was longer than 64 MiB"));
    EXPECT_EQ(quality.lost_events, 0U);
}

TEST(BuildQuality, LastStateOfAProbeCounts) {
    FakeProgram program;
    program.lines(
        "probe name=sleeps state=on\n"
        "probe name=sleeps state=off reason=gone\n"
        "metric name=rate value=2.5 unit=op/s better=higher");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.quality.probes.size(), 1U);
    EXPECT_EQ(profile.quality.probes[0].state, "off");
    EXPECT_EQ(profile.quality.probes[0].reason, "gone");
    ASSERT_EQ(profile.metrics.size(), 1U);
    EXPECT_EQ(profile.metrics[0].value, 2.5);
}

TEST(BuildQuality, DistinctTruncatedStacksAreCounted) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock"}, false);
    program.stack(2, {"libc:", "libc:pthread_mutex_lock"}, false);
    program.stack(3, {"libc:", "libc:pthread_cond_wait"}, false);
    program.stack(4, {"libc:", "libc:pthread_cond_wait", "app:main"}, true);
    program.stack(5, {"app:hash"}, false);
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=3000 ran=4000 addr=0x601000 value=2 stack=2\n"
        "sleep pid=10 tid=12 slept=1000 ran=2000 addr=0x601040 waker=10/11 stack=4 waker_stack=3\n"
        "tick time=1500 thread=10/11 weight=10 stack=5");
    EXPECT_EQ(program.finished().quality.truncated_stacks, 2U);
}

TEST(BuildQuality, ShareOfWaitWhoseCallerHasNoName) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:", "app:main"});
    program.stack(2, {"libc:", "libc:pthread_mutex_lock", "app:std::mutex::lock()", "app:main"});
    program.lines(
        "sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x900000 value=2 stack=1\n"
        "sleep pid=10 tid=11 slept=3000 ran=6000 addr=0x900000 value=2 stack=2");
    const Quality quality = program.finished().quality;
    ASSERT_TRUE(quality.unsymbolized_share);
    EXPECT_DOUBLE_EQ(*quality.unsymbolized_share, 0.25);
}

TEST(BuildQuality, ImpossibleSleepsAreLeftOutAndCounted) {
    FakeProgram program;
    program.lines(
        "sleep pid=10 tid=11 slept=3000 ran=2000 addr=0x900000 value=2\n"
        "sleep pid=10 tid=12 slept=0 ran=0xffffffffffffffff addr=0x900000 value=2");
    const Profile profile = program.finished();
    EXPECT_TRUE(profile.locks.empty());
    EXPECT_TRUE(mentions(profile.quality.warnings, "times are impossible: 2."));
}

TEST(BuildQuality, SumOfAllWaitsStaysInRange) {
    FakeProgram program;
    constexpr uint64_t year = 365ULL * 24 * 3600 * 1'000'000'000;
    recording::Sleep sleep;
    sleep.pid = 10;
    sleep.ran_at = year;
    sleep.address = 0x900000;
    sleep.value = 2;
    for (sleep.tid = 100; sleep.tid < 300; ++sleep.tid)
        program.record(sleep);
    const Profile profile = program.finished();
    EXPECT_EQ(profile.locks.at(0).sums.waits, 146U);
    EXPECT_TRUE(mentions(profile.quality.warnings, "times are impossible: 54."));
}

TEST(BuildQuality, EmptyRecordingGivesAnEmptyProfile) {
    FakeProgram program;
    const NextRecord nothing = [] { return std::nullopt; };
    const Profile profile = build_profile(nothing, program, program);
    EXPECT_FALSE(profile.quality.complete);
    EXPECT_EQ(profile.run.threads, 0U);
    EXPECT_TRUE(profile.locks.empty());
}

TEST(BuildQuality, TwentyThousandLocksKeepTheirSums) {
    FakeProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:touch"});
    recording::Sleep sleep;
    sleep.pid = 10;
    sleep.tid = 11;
    sleep.value = 2;
    sleep.stack = 1;
    uint64_t total = 0;
    for (uint64_t at = 0; at < 20'000; ++at) {
        sleep.address = 0x900000 + 64 * at;
        sleep.slept_at = sleep.ran_at;
        sleep.ran_at += 1 + at;
        total += 1 + at;
        program.record(sleep);
    }
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), kMostLocks + 1);
    EXPECT_EQ(profile.locks.front().sums.wait, nanoseconds{20'000});
    EXPECT_EQ(profile.locks.front().name, "mutex used by touch");
    EXPECT_EQ(profile.locks[9'999].name, "mutex used by touch #10000");
    const Lock& others = profile.locks.back();
    EXPECT_EQ(others.name, "other locks");
    EXPECT_EQ(others.sums.waits, 10'000U);
    EXPECT_EQ(others.wait_hist.count(), 10'000U);
    EXPECT_TRUE(mentions(profile.quality.warnings, "10000 others are summed up"));
    nanoseconds sum{0};
    for (const Lock& lock : profile.locks)
        sum += lock.sums.wait;
    EXPECT_EQ(sum, nanoseconds{static_cast<int64_t>(total)});
}

TEST(BuildQuality, ManyThreadsKeepTheirSums) {
    std::vector<ThreadSummary> threads(5);
    for (size_t at = 0; at < threads.size(); ++at) {
        threads[at].tid = static_cast<pid_t>(at + 1);
        threads[at].lifetime = nanoseconds{100 + static_cast<int64_t>(at)};
    }
    threads[0].lock_wait = nanoseconds{50};
    EXPECT_EQ(sum_up_other_threads(threads, 2), 3U);
    ASSERT_EQ(threads.size(), 3U);
    EXPECT_EQ(threads[0].tid, 1);
    EXPECT_EQ(threads[1].tid, 5);
    EXPECT_EQ(threads[2].name, "other threads");
    EXPECT_EQ(threads[2].lifetime, nanoseconds{101 + 102 + 103});
    EXPECT_EQ(sum_up_other_threads(threads, 3), 0U);
}

}  // namespace
}  // namespace hotlock::profiling
