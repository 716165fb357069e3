// Programs that were not made for us: stripped libraries, idle pools, locks inside libc.
#include "test/system/recording.h"

namespace hotlock::test {
namespace {

// File of the outermost frame: libc, which starts every thread, when a stack is whole.
std::string outermost_module(const Json& report, const std::string& stack) {
    const size_t frames = report.size(stack);
    return frames == 0 ? "" : report.text(stack + "/" + std::to_string(frames - 1) + "/module");
}

TEST(OtherPrograms, LibgcryptsLockIsNamedByLibraryAndOffset) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("gcry_random"), "3", "1"});
    const Json report = recording.report();

    ASSERT_GT(report.size("/locks"), 0U);
    const std::string name = report.text("/locks/0/name");
    EXPECT_TRUE(name.starts_with("libgcrypt.so.20")) << name;
    EXPECT_NE(name.find("+0x"), std::string::npos) << name;
    const std::string site = "/locks/0/sites/0/stack";
    EXPECT_EQ(report.text(site + "/0/name"), "pthread_mutex_lock");
    EXPECT_TRUE(stack_has(report, site, "libgcrypt.so.20"));
    EXPECT_TRUE(stack_has(report, site, "draw"));  // gcry_randomize itself is a tail call
    EXPECT_NE(outermost_module(report, site).find("libc.so.6"), std::string::npos);
    EXPECT_EQ(report.number("/quality/truncated_stacks"), 0);
}

TEST(OtherPrograms, IdleThreadsWaitForWorkNotForALock) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("idle_pool"), "2"});
    const Json report = recording.report();

    EXPECT_EQ(report.size("/locks"), 0U);
    EXPECT_GE(report.size("/work_waits"), 2U);
    EXPECT_GT(sum(report, "/work_waits", "wait_ns"), 8 * 1.9e9);
}

// Most of its futex calls fail at once; only the few that sleep are waits.
TEST(OtherPrograms, FailedFutexCallsAreNoWaits) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result run = recording.record({workload("localtime"), "3", "1"});
    const Json report = recording.report();

    // "N calls, N sleeps": the program's own count, with a few of its start and end. Many are
    // counted only.
    const double sleeps = std::stod(run.out.substr(run.out.find(", ") + 2));
    EXPECT_LE(sum(report, "/locks", "sleeps"), 1.05 * sleeps);
    EXPECT_GE(sum(report, "/locks", "sleeps"), 0.9 * sleeps - 20);
    EXPECT_LT(sum(report, "/locks", "wait_ns"), report.number("/run/thread_time_ns"));
    if (report.size("/locks") > 0) {
        EXPECT_EQ(report.text("/locks/0/kind"), "internal");
        EXPECT_TRUE(stack_has(report, "/locks/0/sites/0/stack", "convert"));
    }
}

TEST(OtherPrograms, TwoLocksKeepTheirRatio) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("two_locks"), "2"});
    const Json report = recording.report();

    ASSERT_GE(report.size("/locks"), 2U);
    EXPECT_EQ(report.text("/locks/0/name"), "wide_lock");
    EXPECT_EQ(report.text("/locks/1/name"), "narrow_lock");
}

TEST(OtherPrograms, ReadersAndWritersAreToldApart) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("rwlock_mix"), "3", "2", "1"});
    const Json report = recording.report();

    ASSERT_EQ(report.size("/locks"), 1U);  // one lock, although three of its words are waited on
    EXPECT_EQ(report.text("/locks/0/kind"), "rwlock");
    std::string modes;
    for (size_t i = 0; i < report.size("/locks/0/sites"); i++)
        modes += report.text("/locks/0/sites/" + std::to_string(i) + "/mode") + " ";
    EXPECT_NE(modes.find("read"), std::string::npos) << modes;
    EXPECT_NE(modes.find("write"), std::string::npos) << modes;
}

TEST(OtherPrograms, AProgramOfATenthOfASecondHasNames) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("brief")});
    const Json report = recording.report();
    ASSERT_GT(report.size("/locks"), 0U);
    EXPECT_EQ(report.text("/locks/0/name").find("0x"), std::string::npos);
}

TEST(OtherPrograms, ChildrenAreFollowed) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("fork_children"), "4"});
    const Json report = recording.report();
    EXPECT_GT(sum(report, "/locks", "waits"), 0);
}

TEST(OtherPrograms, AttachAndDetach) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    Command command;
    command.argv = {workload("two_locks"), "6"};
    Process target(command);
    const Result result = recording.hotlock(
        {"record", "-p", std::to_string(target.pid()), "-d", "1", "--label", "attached"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(target.running());
    const Json report = recording.report("attached");
    ASSERT_GT(report.size("/locks"), 0U);
    EXPECT_EQ(report.text("/locks/0/name"), "wide_lock");
    EXPECT_LT(report.number("/run/duration_ns"), 2.5e9);
    EXPECT_LE(report.number("/locks/0/wait_max_ns"), report.number("/run/duration_ns"));
    EXPECT_TRUE(report.is_null("/run/exit_code"));
}

}  // namespace
}  // namespace hotlock::test
