// The raw recordings in the database: out, in elsewhere, and what is said when there is none.
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

namespace fs = std::filesystem;

void expect_failure(const Result& result, int status, const std::string& message) {
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_EQ(result.err.find("error: "), 0U) << result.err;
    EXPECT_NE(result.err.find("\nhint: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
}

size_t files_in(const Recording& recording) {
    const fs::directory_iterator files(recording.folder().path());
    return static_cast<size_t>(std::distance(begin(files), end(files)));
}

// A run that fills some hundred KB a second.
Words busy_program(const char* seconds) {
    return {program("cryptobench"),
            "secure-random",
            "--variant",
            "before",
            "--threads",
            "4",
            "--seconds",
            seconds};
}

TEST(Raw, AnExportedRunIsTheSameInAnotherDatabase) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record(busy_program("2"), {"--label", "before"});
    const Result exported = recording.hotlock({"export", "before", "-o", "run.spool"});
    EXPECT_EQ(exported.status, 0) << exported.err;
    struct stat status {};
    ASSERT_EQ(stat((recording.folder() / "run.spool").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);

    const Result imported = recording.hotlock({"import", "--db", "other.db", "run.spool"});
    EXPECT_EQ(imported.status, 0) << imported.err;
    const std::string here = recording.hotlock({"report", "--json"}).out;
    EXPECT_GT(Json(here).size("/locks"), 0U);
    EXPECT_GT(Json(here).size("/cpu"), 0U);
    EXPECT_EQ(Json(here).text("/run/label"), "before");
    EXPECT_EQ(recording.hotlock({"report", "--db", "other.db", "--json"}).out, here);

    recording.hotlock({"export", "1", "--db", "other.db", "-o", "again.spool"});
    EXPECT_EQ(read_file(recording.folder() / "again.spool"),
              read_file(recording.folder() / "run.spool"));
}

TEST(Raw, ImportsAreNewRunsAndMayHaveAnotherName) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"}, {"--label", "before"});
    recording.hotlock({"export", "1"});
    const Words twice{"import", "--label", "copy", "hotlock-run-1.spool", "hotlock-run-1.spool"};
    EXPECT_EQ(recording.hotlock(twice).status, 0);
    const Json runs(recording.hotlock({"runs", "--json"}).out);
    ASSERT_EQ(runs.size("/runs"), 3U);
    EXPECT_EQ(runs.text("/runs/0/label"), "before");
    EXPECT_EQ(runs.text("/runs/2/label"), "copy");
    EXPECT_EQ(runs.text("/runs/2/raw"), "whole");
    EXPECT_TRUE(fs::exists(recording.folder() / "hotlock-run-1.spool"));
}

TEST(Raw, ARunThatKeptNoneSaysSo) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"}, {"--raw-limit", "0"});
    const size_t files = files_in(recording);
    expect_failure(recording.hotlock({"export", "1"}), 1, "run 1 has no raw recording");
    expect_failure(recording.hotlock({"export", "7"}), 1, "no run '7'");
    EXPECT_EQ(files_in(recording), files);
}

TEST(Raw, TheOldestRunsMakeRoomAndThatIsTold) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});
    const Result second = recording.record({"true"}, {"--raw-total", "1"});
    EXPECT_NE(second.err.find("dropped to make room (--raw-total): the raw recording of runs 1, 2"),
              std::string::npos)
        << second.err;
    expect_failure(recording.hotlock({"export", "1"}), 1, "was dropped to make room");
    EXPECT_EQ(recording.hotlock({"report", "1"}).status, 0);
}

TEST(Raw, OverTheLimitTheBeginningIsKeptAndThatIsTold) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("two_locks"), "4"});
    recording.hotlock({"export", "1", "-o", "whole.spool"});
    const Json runs(recording.hotlock({"runs", "--json"}).out);
    const auto bytes = static_cast<uint64_t>(runs.number("/runs/0/raw_bytes"));
    const Result cut =
        recording.hotlock({"import", "--raw-limit", std::to_string(bytes), "whole.spool"});
    EXPECT_NE(cut.err.find("The raw recording was cut at its limit"), std::string::npos) << cut.err;
    EXPECT_NE(recording.hotlock({"report"}).out.find("The raw recording was cut"),
              std::string::npos);
    EXPECT_EQ(Json(recording.hotlock({"runs", "--json"}).out).text("/runs/1/raw"), "cut");

    recording.hotlock({"export", "2", "-o", "cut.spool"});
    const Result beginning = recording.hotlock({"import", "cut.spool"});
    EXPECT_NE(beginning.err.find("cut at the limit of its size"), std::string::npos)
        << beginning.err;
    const Json report = recording.report("3");
    ASSERT_GT(report.size("/locks"), 0U);
    EXPECT_EQ(report.text("/locks/0/name"), "wide_lock");
    EXPECT_LT(report.number("/run/duration_ns"), recording.report("1").number("/run/duration_ns"));
}

TEST(Raw, ExportsReplaceNothing) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});
    write_file(recording.folder() / "there", "precious");
    fs::create_symlink("nowhere", recording.folder() / "link");
    for (const char* name : {"there", "link", "."})
        expect_failure(recording.hotlock({"export", "1", "-o", name}), 1, "exists already");
    EXPECT_EQ(read_file(recording.folder() / "there"), "precious");
    EXPECT_FALSE(fs::exists(recording.folder() / "nowhere"));
    expect_failure(recording.hotlock({"export", "1", "-o", "missing/file"}), 1, "cannot write");
    expect_failure(recording.hotlock({"export", "1", "-o", "hotlock.db.x.spool"}), 1,
                   "would be taken for an interrupted recording");
    expect_failure(recording.hotlock({"export", "1", "-o", "-"}), 2, "writes a file");
    expect_failure(recording.hotlock({"export"}), 2, "export writes one run");
}

TEST(Raw, AnExportThatFailsLeavesNoFile) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("many_stacks"), "4000", "500"});
    const size_t files = files_in(recording);
    Command command = recording.command({"export", "1"});
    command.limits = {{RLIMIT_FSIZE, 100'000}};
    expect_failure(run(command), 1, "cannot write");
    EXPECT_EQ(files_in(recording), files);
}

TEST(Raw, OnlyRecordingsAreImported) {
    const Recording recording;
    write_file(recording.folder() / "text", "this is no recording, whatever its name says");
    fs::create_symlink("text", recording.folder() / "link");
    fs::create_directory(recording.folder() / "folder");
    ASSERT_EQ(mkfifo((recording.folder() / "pipe").c_str(), 0600), 0);
    expect_failure(recording.hotlock({"import", "missing"}), 1, "cannot open");
    expect_failure(recording.hotlock({"import", "text"}), 1, "is not a hotlock recording");
    expect_failure(recording.hotlock({"import", "link"}), 1, "cannot open");
    expect_failure(recording.hotlock({"import", "folder"}), 1, "is not a regular file");
    expect_failure(recording.hotlock({"import", "pipe"}), 1, "is not a regular file");
    expect_failure(recording.hotlock({"import", "\x1b[2J"}), 1, "\\x1b[2J");
    expect_failure(recording.hotlock({"import"}), 2, "import needs a recording");
    expect_failure(recording.hotlock({"import", "--raw-limit", "much", "text"}), 2, "no size");
    EXPECT_FALSE(fs::exists(recording.database()));
}

TEST(Raw, OfSeveralRecordingsAllAreLookedAtBeforeTheFirstIsStored) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});
    recording.hotlock({"export", "1", "-o", "run.spool"});
    expect_failure(recording.hotlock({"import", "run.spool", "missing"}), 1, "cannot open");
    EXPECT_EQ(Json(recording.hotlock({"runs", "--json"}).out).size("/runs"), 1U);
}

TEST(Raw, ARecordingThatWasCutInItsFirstBlockHasNothingToImport) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});
    recording.hotlock({"export", "1", "-o", "run.spool"});
    fs::resize_file(recording.folder() / "run.spool", 100);
    expect_failure(recording.hotlock({"import", "run.spool"}), 1, "nothing can be read");
    EXPECT_EQ(Json(recording.hotlock({"runs", "--json"}).out).size("/runs"), 1U);
}

TEST(Raw, ADamagedChunkIsToldNotBelieved) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});
    run({"sqlite3", recording.database(), "UPDATE raw SET bytes = 1 << 40"});
    const size_t files = files_in(recording);
    expect_failure(recording.hotlock({"export", "1"}), 1, "is damaged");
    EXPECT_EQ(files_in(recording), files);
}

TEST(Raw, SalvagedRunsKeepWhatTheRecorderWasToldToKeep) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    for (const char* limit : {"1M", "0"}) {
        Process recorder(
            recording.command({"record", "--raw-limit", limit, "--", workload("two_locks"), "8"}));
        recording.wait_for_spool();
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        recorder.send(SIGKILL);
        recorder.wait();
        EXPECT_EQ(recording.hotlock({"runs"}).status, 0);
    }
    const Json runs(recording.hotlock({"runs", "--json"}).out);
    EXPECT_EQ(runs.text("/runs/0/raw"), "whole");
    EXPECT_EQ(runs.text("/runs/1/raw"), "none");
    EXPECT_EQ(recording.hotlock({"export", "1"}).status, 0);
}

}  // namespace
}  // namespace hotlock::test
