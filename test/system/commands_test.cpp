// The commands around a recording: runs, label, rm, doctor, pages, help.
#include <filesystem>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

namespace fs = std::filesystem;

TEST(Commands, HelpHasExamples) {
    const Result overview = run({program("hotlock"), "--help"});
    EXPECT_EQ(overview.status, 0);
    for (const char* command :
         {"record", "report", "diff", "runs", "label", "rm", "export", "import", "doctor"}) {
        EXPECT_NE(overview.out.find(command), std::string::npos) << command;
        const Result help = run({program("hotlock"), command, "--help"});
        EXPECT_EQ(help.status, 0) << command;
        EXPECT_NE(help.out.find("Examples:"), std::string::npos) << command;
    }
}

TEST(Commands, DoctorSaysWhatWorks) {
    SKIP_UNLESS_BPF();
    const Result text = run({program("hotlock"), "doctor"});
    EXPECT_EQ(text.status, 0) << text.out;
    EXPECT_NE(text.out.find("sleeps probe"), std::string::npos);
    const Json json(run({program("hotlock"), "doctor", "--json"}).out);
    EXPECT_EQ(json.text("/capabilities/0/state"), "ok");
}

TEST(Commands, DoctorTellsAnOrdinaryUserWhatIsMissing) {
    SKIP_UNLESS_ROOT();
    Command command;
    command.argv = {program("hotlock"), "doctor"};
    command.user = nobody();
    const Result result = run(command);
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.out.find("missing"), std::string::npos) << result.out;
}

TEST(Commands, RunsAreListedLabelledAndRemoved) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    for (int i = 0; i < 3; i++)
        recording.record({"true"});
    EXPECT_EQ(recording.hotlock({"label", "1", "base"}).status, 0);
    EXPECT_EQ(recording.hotlock({"label", "@-1", "base"}).status, 0);

    const Json runs(recording.hotlock({"runs", "--json"}).out);
    EXPECT_EQ(runs.size("/runs"), 3U);
    EXPECT_EQ(runs.text("/runs/0/label"), "base");
    EXPECT_EQ(runs.text("/runs/2/label"), "base");

    EXPECT_EQ(recording.hotlock({"rm", "base"}).out, "2 runs removed\n");
    EXPECT_EQ(Json(recording.hotlock({"runs", "--json"}).out).size("/runs"), 1U);
    EXPECT_EQ(recording.hotlock({"report", "base"}).status, 1);
}

TEST(Commands, MetricsAreReadFromTheOutputWhichPassesThrough) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result result =
        recording.record({"echo", "speed 12.5 MB/s"}, {"--metric", "speed=speed ([0-9.]+) (MB/s)"});
    EXPECT_EQ(result.out, "speed 12.5 MB/s\n");
    const Json report = recording.report();
    EXPECT_EQ(report.number("/metrics/0/value"), 12.5);
    EXPECT_EQ(report.text("/metrics/0/unit"), "MB/s");

    const Result missed = recording.record({"true"}, {"--metric", "speed=speed ([0-9.]+)"});
    EXPECT_NE(missed.err.find("no number for the metric speed"), std::string::npos) << missed.err;
}

TEST(Commands, PagesAreWholeFilesWithoutScript) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    for (int i = 0; i < 2; i++)
        recording.record({workload("two_locks"), "0.3"});
    EXPECT_EQ(recording.hotlock({"report", "--html=run.html"}).status, 0);
    EXPECT_EQ(recording.hotlock({"diff", "1", "2", "--html=diff.html"}).status, 0);
    for (const char* name : {"run.html", "diff.html"}) {
        const std::string page = read_file(recording.folder() / name);
        EXPECT_NE(page.find("</html>"), std::string::npos) << name;
        EXPECT_NE(page.find("wide_lock"), std::string::npos) << name;
        EXPECT_EQ(page.find("<script"), std::string::npos) << name;
        for (const char* outside : {"://", " src=", "url("})
            EXPECT_EQ(page.find(outside), std::string::npos) << name << outside;
    }
}

TEST(Commands, ARunIsNotComparedWithItself) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    for (int i = 0; i < 2; i++)
        recording.record({"true"}, {"--label", "twice"});
    for (const Words& same : {Words{"diff", "2", "@-1"}, Words{"diff", "twice", "twice"}}) {
        const Result result = recording.hotlock(same);
        EXPECT_EQ(result.status, 2);
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find("are the same run"), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("hotlock runs"), std::string::npos) << result.err;
    }
}

TEST(Commands, SleepingProgramsHaveNoOwnCost) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result result = recording.record({"sleep", "1"});
    EXPECT_EQ(result.err.find("own cost"), std::string::npos) << result.err;
    EXPECT_EQ(recording.hotlock({"report"}).out.find("Recording took"), std::string::npos);
}

TEST(Commands, PagesAreNotWrittenThroughLinks) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});
    write_file(recording.folder() / "victim", "precious");
    fs::create_symlink("victim", recording.folder() / "page.html");
    EXPECT_EQ(recording.hotlock({"report", "--html=page.html"}).status, 1);
    EXPECT_EQ(read_file(recording.folder() / "victim"), "precious");
}

}  // namespace
}  // namespace hotlock::test
