// Cache lines that bounce, and some that only look like it, through the real tool. `make accuracy`
// runs all cases of the workload many times.
#include <sched.h>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

// Empty when the workload's threads can run on CPU 0 and 1, else why not.
std::string why_no_two_cpus() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    return known && CPU_ISSET(0, &allowed) && CPU_ISSET(1, &allowed) ? "" : "needs CPU 0 and 1";
}

class Lines : public testing::Test {
  protected:
    void SetUp() override {
        SKIP_UNLESS_BPF();
        if (const std::string reason = why_no_two_cpus(); !reason.empty()) GTEST_SKIP() << reason;
    }

    Json report_on(const Words& program) const {
        recording_.record(program);
        return recording_.report();
    }
    Json report_of(const std::string& name) const {
        return report_on({workload("lines"), name, "1"});
    }

  private:
    Recording recording_;
};

// Of the line's fields, the one with this text in its name; empty: none.
std::string field_named(const Json& report, const std::string& line, const std::string& part) {
    for (size_t i = 0; i < report.size(line + "/fields"); i++) {
        std::string field = line + "/fields/" + std::to_string(i);
        if (!report.is_null(field + "/name") &&
            report.text(field + "/name").find(part) != std::string::npos)
            return field;
    }
    return "";
}

bool starts_threads(const std::string& module) {
    return module.find("libc.so.6") != std::string::npos;
}

// How many lines have a field that is accessed below a function with this text in its name, by a
// stack that is whole: it ends in libc, which started the thread.
size_t lines_below(const Json& report, const std::string& function) {
    size_t count = 0;
    for (size_t i = 0; i < report.size("/lines"); i++) {
        const std::string fields = "/lines/" + std::to_string(i) + "/fields";
        bool found = false;
        for (size_t f = 0; f < report.size(fields); f++) {
            const std::string stack = fields + "/" + std::to_string(f) + "/sites/0/stack";
            const size_t frames = report.size(stack);
            found =
                found ||
                (frames > 1 && stack_has(report, stack, function) &&
                 starts_threads(report.text(stack + "/" + std::to_string(frames - 1) + "/module")));
        }
        count += found ? 1 : 0;
    }
    return count;
}

TEST_F(Lines, ACounterOfTwoThreadsIsTrueSharing) {
    const Json report = report_of("true_atomic");
    ASSERT_EQ(report.size("/lines"), 1U);
    EXPECT_EQ(report.text("/lines/0/sharing"), "true");
    EXPECT_GT(report.number("/lines/0/share"), 0.2);
    const std::string field = field_named(report, "/lines/0", "common.hits");
    ASSERT_FALSE(field.empty());
    EXPECT_EQ(report.number(field + "/cpus"), 2);
    EXPECT_EQ(report.number(field + "/threads"), 2);
    EXPECT_GT(report.number(field + "/atomics"), 0);
    EXPECT_TRUE(stack_has(report, field + "/sites/0/stack", "count_common"));
}

TEST_F(Lines, TwoCountersInALineAreFalseSharing) {
    const Json report = report_of("false_atomics");
    ASSERT_EQ(report.size("/lines"), 1U);
    EXPECT_EQ(report.text("/lines/0/sharing"), "false");
    for (const char* name : {"atomics.left", "atomics.right"}) {
        const std::string field = field_named(report, "/lines/0", name);
        ASSERT_FALSE(field.empty()) << name;
        EXPECT_EQ(report.number(field + "/threads"), 1);
        EXPECT_TRUE(stack_has(report, field + "/sites/0/stack", "false_atomics"));
    }
}

// The class comes from the object's vtable: the code that counts has no debug information.
TEST_F(Lines, AnObjectWithVirtualFunctionsTellsItsClass) {
    const Json report = report_of("virtual_false");
    ASSERT_EQ(report.size("/lines"), 1U);
    EXPECT_EQ(report.text("/lines/0/sharing"), "false");
    for (const char* name : {"lines::TrafficMeter::sent", "lines::TrafficMeter::received"})
        EXPECT_FALSE(field_named(report, "/lines/0", name).empty()) << name;
}

TEST_F(Lines, AClassWithoutDebugInformationIsANameAndAnOffset) {
    const TempDir folder;
    const std::string program = folder / "lines";
    ASSERT_EQ(run({"strip", "--strip-debug", "-o", program, workload("lines")}).status, 0);
    const Json report = report_on({program, "virtual_false", "1"});
    ASSERT_EQ(report.size("/lines"), 1U);
    for (const char* name : {"lines::TrafficMeter+0x8", "lines::TrafficMeter+0x10"})
        EXPECT_FALSE(field_named(report, "/lines/0", name).empty()) << name;
}

TEST_F(Lines, CountersInLinesOfTheirOwnAreNotListed) {
    EXPECT_EQ(report_of("padded").size("/lines"), 0U);
}

TEST_F(Lines, ATableThatNobodyWritesIsNotListed) {
    EXPECT_EQ(report_of("read_only").size("/lines"), 0U);
}

TEST_F(Lines, ThreadsOnOneCpuMoveNoLines) {
    EXPECT_EQ(report_of("one_cpu").size("/lines"), 0U);
}

// Stripped, without frame pointers, and nobody sleeps: read locks and the reference count.
TEST_F(Lines, FetchingADigestFightsForLocksInLibcrypto) {
    const Json report = report_on({workload("digest"), "fetch", "2"});
    EXPECT_GE(lines_below(report, "EVP_MD_fetch"), 2U);
    EXPECT_GE(lines_below(report, "EVP_MD_up_ref") + lines_below(report, "EVP_MD_free"), 1U);
    double held = 0;
    for (size_t i = 0; i < report.size("/lines"); i++)
        held += report.is_null("/lines/" + std::to_string(i) + "/holds_lock") ? 0 : 1;
    EXPECT_GE(held, 1);
    ASSERT_GT(report.size("/locks"), 0U);
    EXPECT_GT(sum(report, "/locks", "churn_ns"), 0.01 * report.number("/run/thread_time_ns"));
}

TEST_F(Lines, ADigestThatIsFetchedOnceFightsForNone) {
    EXPECT_EQ(report_on({workload("digest"), "prefetched", "2"}).size("/lines"), 0U);
}

TEST_F(Lines, StringStreamsCountReferencesToTheLocale) {
    const Json report = report_on({workload("string_stream"), "2"});
    EXPECT_GE(lines_below(report, "std::locale"), 1U);
}

// Failed futex calls and spinning, all for the one lock that guards the time zone.
TEST_F(Lines, ChurnIsChargedToTheLockOfLocaltime) {
    const Json report = report_on({workload("localtime"), "3", "2"});
    ASSERT_EQ(report.size("/locks"), 1U);
    EXPECT_TRUE(stack_has(report, "/locks/0/sites/0/stack", "convert"));
    const double churn = report.number("/locks/0/churn_ns");
    EXPECT_GT(churn, 0.01 * report.number("/run/thread_time_ns"));
    EXPECT_LE(report.number("/locks/0/wait_ns") + churn, report.number("/run/thread_time_ns"));
    EXPECT_NEAR(sum(report, "/threads", "churn_ns"), churn, 0.05 * churn);
}

}  // namespace
}  // namespace hotlock::test
