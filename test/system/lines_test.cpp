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

    Json report_of(const std::string& name) const {
        recording_.record({workload("lines"), name, "1"});
        return recording_.report();
    }

  private:
    Recording recording_;
};

// Of the line's fields, the one with this text in its name; empty: none.
std::string field_named(const Json& report, const std::string& line, const std::string& part) {
    for (size_t i = 0; i < report.size(line + "/fields"); i++) {
        const std::string field = line + "/fields/" + std::to_string(i);
        if (!report.is_null(field + "/name") &&
            report.text(field + "/name").find(part) != std::string::npos)
            return field;
    }
    return "";
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

TEST_F(Lines, CountersInLinesOfTheirOwnAreNotListed) {
    EXPECT_EQ(report_of("padded").size("/lines"), 0U);
}

TEST_F(Lines, ATableThatNobodyWritesIsNotListed) {
    EXPECT_EQ(report_of("read_only").size("/lines"), 0U);
}

TEST_F(Lines, ThreadsOnOneCpuMoveNoLines) {
    EXPECT_EQ(report_of("one_cpu").size("/lines"), 0U);
}

}  // namespace
}  // namespace hotlock::test
