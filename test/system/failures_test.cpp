// What goes wrong, and how it ends: exit codes, one `error:` and one `hint:` line, nothing lost.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

size_t count(const std::string& text, const std::string& part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        found++;
    return found;
}

void expect_failure(const Result& result, int status, const std::string& message) {
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_EQ(count(result.err, "error: "), 1U) << result.err;
    EXPECT_EQ(count(result.err, "hint: "), 1U) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
}

int perf_event_paranoid() {
    int level = 4;
    std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level;
    return level;
}

std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);)
        lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

int status_of(const Words& program) {
    const Recording recording;
    Words words{"record", "--"};
    words.insert(words.end(), program.begin(), program.end());
    return recording.hotlock(words).status;
}

TEST(Failures, ExitStatusIsTheProgramsOwn) {
    SKIP_UNLESS_BPF();
    EXPECT_EQ(status_of({"true"}), 0);
    EXPECT_EQ(status_of({"false"}), 1);
    EXPECT_EQ(status_of({"sh", "-c", "exit 42"}), 42);
    EXPECT_EQ(status_of({"sh", "-c", "kill -TERM $$"}), 128 + SIGTERM);
    EXPECT_EQ(status_of({"sh", "-c", "kill -KILL $$"}), 128 + SIGKILL);
}

TEST(Failures, ProgramsThatCannotBeRun) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    expect_failure(recording.hotlock({"record", "--", "./no-such-program"}), 127, "cannot run");
    expect_failure(recording.hotlock({"record", "--", "/etc/passwd"}), 126, "cannot run");
    EXPECT_EQ(recording.spools(), 0U);
}

TEST(Failures, CommandLinesThatMeanNothing) {
    const Recording recording;
    expect_failure(recording.hotlock({"record"}), 125, "needs a program");
    expect_failure(recording.hotlock({"record", "--metric", "x", "--", "true"}), 125, "NAME=REGEX");
    expect_failure(recording.hotlock({"record", "-d", "soon", "--", "true"}), 125, "no duration");
    expect_failure(recording.hotlock({"record", "-p", "1", "--", "true"}), 125, "not both");
    expect_failure(recording.hotlock({"diff", "one"}), 2, "two sides");
    expect_failure(recording.hotlock({"report", "--no-such-option"}), 2, "no-such-option");
    expect_failure(recording.hotlock({"rm"}), 2, "rm needs");
    expect_failure(recording.hotlock({"frobnicate"}), 2, "no command");
}

TEST(Failures, LabelsThatLookLikeRunsAreRefused) {
    const Recording recording;
    for (const char* label : {"7", "@-1", ""})
        expect_failure(recording.hotlock({"record", "-l", label, "--", "true"}), 125,
                       "cannot be a label");
}

TEST(Failures, AKernelThreadIsNoProgram) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    expect_failure(recording.hotlock({"record", "-p", "2", "-d", "1"}), 125, "runs no program");
}

TEST(Failures, AClosedStandardErrorChangesNothing) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const std::string record = program("hotlock") + " record -- sh -c 'exit 7' 2>";
    for (const char* where : {"&-", "/dev/full"}) {
        Command command = recording.command({});
        command.argv = {"sh", "-c", record + where};
        EXPECT_EQ(run(command).status, 7) << where;
    }
    EXPECT_EQ(Json(recording.hotlock({"runs", "--json"}).out).size("/runs"), 2U);
}

TEST(Failures, ProcessesThatOutliveTheProgramAreTold) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result result = recording.hotlock({"record", "--", "sh", "-c", "sleep 1 & exit 4"});
    EXPECT_EQ(result.status, 4);
    EXPECT_NE(result.err.find("still running when the program ended"), std::string::npos)
        << result.err;
}

TEST(Failures, AnOrdinaryUserWithoutBpf) {
    SKIP_UNLESS_ROOT();
    const TempDir home(nobody());
    Command command;
    command.argv = {program("hotlock"), "record", "--freq", "0", "--", "true"};
    command.cwd = home.path();
    command.user = nobody();
    expect_failure(run(command), 125, "sleeps probe");
}

TEST(Failures, AnOrdinaryUserGetsSamplesAndIsToldWhatIsMissing) {
    SKIP_UNLESS_ROOT();
    if (perf_event_paranoid() > 2) GTEST_SKIP() << "perf_event_paranoid is above 2";
    const TempDir home(nobody());
    Command command;
    command.argv = {program("hotlock"), "record", "--", "true"};
    command.cwd = home.path();
    command.user = nobody();
    const Result recorded = run(command);
    EXPECT_EQ(recorded.status, 0) << recorded.err;
    EXPECT_NE(recorded.err.find("probes samples,"), std::string::npos) << recorded.err;
    command.argv = {program("hotlock"), "report"};
    const Result report = run(command);
    EXPECT_NE(report.out.find("were not recorded"), std::string::npos) << report.out;
    EXPECT_NE(report.out.find("time in the kernel"), std::string::npos) << report.out;
}

TEST(Failures, AnOrdinaryUserCannotAttach) {
    SKIP_UNLESS_ROOT();
    const TempDir home(nobody());
    Command sleeper;
    sleeper.argv = {"sleep", "20"};
    sleeper.user = nobody();
    Process target(sleeper);
    Command command;
    command.argv = {program("hotlock"), "record", "-p", std::to_string(target.pid()), "-d", "1"};
    command.cwd = home.path();
    command.user = nobody();
    expect_failure(run(command), 125, "");
}

TEST(Failures, AnotherUsersProcessIsRefused) {
    SKIP_UNLESS_BPF();
    const TempDir home(nobody());
    Command command;
    command.argv = {program("hotlock"), "record", "-p", std::to_string(getpid()), "-d", "1"};
    command.cwd = home.path();
    command.env["SUDO_UID"] = std::to_string(nobody().uid);
    command.env["SUDO_GID"] = std::to_string(nobody().gid);
    expect_failure(run(command), 125, "another user");
}

TEST(Failures, UnderSudoEverythingIsTheUsers) {
    SKIP_UNLESS_BPF();
    const TempDir home(nobody());
    Command command;
    command.cwd = home.path();
    const Words question{"sh", "-c",
                         "id -u; id -G; ls /proc/self/fd; grep CapEff /proc/self/status; env"};
    Command bare = command;
    bare.argv = {"setpriv", "--reuid=nobody",    "--regid=nogroup", "--clear-groups",
                 "env",     "HOME=/nonexistent", "USER=nobody",     "LOGNAME=nobody"};
    bare.argv.insert(bare.argv.end(), question.begin(), question.end());
    const Result without_hotlock = run(bare);

    command.argv = {program("hotlock"), "record", "--"};
    command.argv.insert(command.argv.end(), question.begin(), question.end());
    command.env["SUDO_UID"] = std::to_string(nobody().uid);
    command.env["SUDO_GID"] = std::to_string(nobody().gid);
    const Result result = run(command);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(sorted_lines(result.out), sorted_lines(without_hotlock.out));

    Command page = command;
    page.argv = {program("hotlock"), "report", "--html=page.html"};
    EXPECT_EQ(run(page).status, 0);
    for (const auto& entry : fs::directory_iterator(home.path())) {
        struct stat info {};
        ASSERT_EQ(::stat(entry.path().c_str(), &info), 0);
        EXPECT_EQ(info.st_uid, nobody().uid) << entry.path();
    }
    struct stat database {};
    ASSERT_EQ(::stat((home / "hotlock.db").c_str(), &database), 0);
    EXPECT_EQ(database.st_mode & 0777, 0600U);
}

TEST(Failures, DatabasesThatCannotBeUsed) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const std::string nowhere = recording.folder() / "no/such/folder.db";
    expect_failure(recording.hotlock({"record", "--db", nowhere, "--", "touch", "ran"}), 125,
                   "no/such/folder.db");
    EXPECT_FALSE(fs::exists(recording.folder() / "ran"));  // found out before the program ran
    expect_failure(recording.hotlock({"report"}), 1, "hotlock.db");

    recording.record({"true"});
    run({"sqlite3", recording.database(), "PRAGMA user_version = 999"});
    expect_failure(recording.hotlock({"record", "--", "true"}), 125, "newer");
    expect_failure(recording.hotlock({"report"}), 1, "newer");
}

TEST(Failures, ADamagedDatabaseIsToldNotBelieved) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({workload("two_locks"), "0.2"});
    run({"sqlite3", recording.database(), "PRAGMA wal_checkpoint(TRUNCATE)"});
    std::string content = read_file(recording.database());
    std::fill_n(content.begin() + 4096, 8192, '\x5a');
    write_file(recording.database(), content);
    expect_failure(recording.hotlock({"report"}), 1, "hotlock.db");
    expect_failure(recording.hotlock({"record", "--", "true"}), 125, "hotlock.db");

    write_file(recording.database(), "this is no database, whatever its name says\n");
    expect_failure(recording.hotlock({"report"}), 1, "hotlock.db");
}

TEST(Failures, AFullDiskEndsTheRecordingNotTheProgram) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record({"true"});  // the database is there
    Command command = recording.command(
        {"record", "--", "sh", "-c", workload("many_stacks") + " 4000 500 && touch ended"});
    command.limits = {{RLIMIT_FSIZE, 300'000}};
    expect_failure(run(command), 125, "cannot write");
    EXPECT_TRUE(fs::exists(recording.folder() / "ended"));
    const Result runs = recording.hotlock({"runs"});  // what was written is not lost
    EXPECT_EQ(runs.status, 0) << runs.err;
    EXPECT_NE(runs.err.find("salvaged"), std::string::npos) << runs.err;
    EXPECT_EQ(Json(recording.hotlock({"runs", "--json"}).out).size("/runs"), 2U);
}

TEST(Failures, InterruptEndsTheProgramAndKeepsTheRun) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    Process recorder(recording.command({"record", "--", "sleep", "30"}));
    recording.wait_for_spool();
    std::this_thread::sleep_for(milliseconds(300));
    recorder.send_group(SIGINT);
    EXPECT_EQ(recorder.wait().status, 128 + SIGINT);
    EXPECT_EQ(recording.report().number("/run/exit_code"), 128 + SIGINT);
}

TEST(Failures, AKilledRecorderLeavesARecordingToSalvage) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    Process recorder(recording.command({"record", "--", workload("two_locks"), "8"}));
    recording.wait_for_spool();
    std::this_thread::sleep_for(milliseconds(700));
    recorder.send(SIGKILL);
    recorder.wait();
    EXPECT_EQ(recording.spools(), 1U);

    const Result runs = recording.hotlock({"runs"});
    EXPECT_NE(runs.err.find("salvaged"), std::string::npos) << runs.err;
    EXPECT_EQ(recording.spools(), 0U);
    const Json report = recording.report();
    ASSERT_GT(report.size("/locks"), 0U);
    EXPECT_EQ(report.text("/locks/0/name"), "wide_lock");
    EXPECT_TRUE(report.is_null("/run/exit_code"));
}

TEST(Failures, AKilledProgramIsARunLikeAnother) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Result result =
        recording.hotlock({"record", "--", "sh", "-c",
                           "(sleep 0.5; kill -KILL $$) & exec " + workload("two_locks") + " 5"});
    EXPECT_EQ(result.status, 128 + SIGKILL);
    const Json report = recording.report();
    EXPECT_EQ(report.number("/run/exit_code"), 128 + SIGKILL);
    EXPECT_EQ(report.text("/locks/0/name"), "wide_lock");
}

}  // namespace
}  // namespace hotlock::test
