// Programs whose threads sleep so often that recording each sleep would slow them down.
#include "test/system/recording.h"

namespace hotlock::test {
namespace {

// Of a probe, as it stands behind "Not seen:".
std::string reason_of(const Json& report, const std::string& probe) {
    for (size_t i = 0; i < report.size("/quality/probes"); i++) {
        const std::string row = "/quality/probes/" + std::to_string(i);
        if (report.text(row + "/name") != probe || report.is_null(row + "/reason")) continue;
        return report.text(row + "/reason");
    }
    return "";
}

// "N hand-overs, X ns each, N waits": half a million a second.
double true_waits(const Result& run) {
    return std::stod(run.out.substr(run.out.find("each, ") + 6));
}

TEST(BusyLocks, AreRecordedInPartAndCountedWhole) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result run = recording.record({workload("handover"), "3"});
    const Json report = recording.report();

    EXPECT_NE(reason_of(report, "sleeps").find("--every-wait"), std::string::npos);
    const double waits = true_waits(run);
    EXPECT_NEAR(sum(report, "/work_waits", "sleeps"), waits, 0.15 * waits);
}

// Of each four windows one, also where a window has more than a log holds: then the reader is
// called.
TEST(BusyLocks, AreRecordedInEachWindow) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result run = recording.record({workload("handover"), "2"});
    const Result exported = recording.hotlock({"export", "@-1"});

    const double records = std::stod(exported.err.substr(exported.err.find(".spool: ") + 8));
    EXPECT_GT(records, true_waits(run) / 10) << exported.err;
}

// The kernel's own ticks, with stacks: a clock of ours would tick sixteen times less often.
TEST(BusyLocks, AreSampledAtTheKernelsTicks) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("handover"), "2"});
    const Json report = recording.report();

    EXPECT_NE(reason_of(report, "samples").find("125 ticks a second"), std::string::npos)
        << reason_of(report, "samples");
    EXPECT_GT(sum(report, "/cpu", "samples"), 120);
    EXPECT_GT(sum(report, "/cpu", "time_ns"), 0.3 * report.number("/run/duration_ns"));
}

TEST(BusyLocks, AreRecordedWholeWhereThatIsAskedFor) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("handover"), "1"}, {"--every-wait", "--freq", "100"});
    const Json report = recording.report();

    EXPECT_EQ(reason_of(report, "sleeps"), "");
    EXPECT_EQ(reason_of(report, "samples"), "");
}

}  // namespace
}  // namespace hotlock::test
