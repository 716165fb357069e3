// The harness itself: what it reports about programs must be true.
#include "test/system/harness.h"

#include <signal.h>
#include <sys/stat.h>

namespace hotlock::test {
namespace {

using std::chrono::milliseconds;

Command shell(const std::string& script) {
    Command command;
    command.argv = {"sh", "-c", script};
    return command;
}

TEST(Harness, reports_output_and_status_of_a_program) {
    const Result result = run(shell("echo to out; echo to err >&2; exit 7"));
    EXPECT_EQ(result.out, "to out\n");
    EXPECT_EQ(result.err, "to err\n");
    EXPECT_EQ(result.status, 7);
    EXPECT_EQ(result.signal, 0);
    EXPECT_FALSE(result.timed_out);
}

TEST(Harness, reports_the_signal_that_ended_a_program) {
    const Result result = run(shell("kill -USR1 $$"));
    EXPECT_EQ(result.signal, SIGUSR1);
    EXPECT_EQ(result.status, -1);
}

TEST(Harness, reports_a_missing_program_as_shells_do) {
    EXPECT_EQ(run({"/no/such/program"}).status, 127);
}

TEST(Harness, kills_a_program_and_its_children_after_the_timeout) {
    Command command = shell("sleep 30 & echo $!; wait");
    command.timeout = milliseconds(300);
    const Result result = run(command);
    EXPECT_TRUE(result.timed_out);
    EXPECT_EQ(result.signal, SIGKILL);
    EXPECT_LT(result.elapsed, milliseconds(5000));
    const Result child = run(shell("sleep 0.2; ps -o stat= -p " + result.out));
    EXPECT_TRUE(child.out.empty() || child.out[0] == 'Z') << "the child lives on: " << child.out;
}

TEST(Harness, does_not_wait_for_a_child_that_holds_the_output) {
    const Result result = run(shell("sleep 3 & echo done"));
    EXPECT_EQ(result.out, "done\n");
    EXPECT_LT(result.elapsed, milliseconds(2500));
}

TEST(Harness, gives_environment_folder_and_no_input) {
    const TempDir dir;
    Command command = shell("echo $COLOUR ${HOME-none}; pwd; cat");
    command.env = {{"COLOUR", "red"}};
    command.unset = {"HOME"};
    command.cwd = dir.path();
    EXPECT_EQ(run(command).out, "red none\n" + dir.path().string() + "\n");
}

TEST(Harness, runs_as_another_user_without_our_groups) {
    SKIP_UNLESS_ROOT();
    const User user = nobody();
    const TempDir dir(user);
    Command command = shell("id -u; id -G; echo x > file && stat -c %u file");
    command.user = user;
    command.cwd = dir.path();
    const std::string uid = std::to_string(user.uid);
    EXPECT_EQ(run(command).out, uid + "\n" + std::to_string(user.gid) + "\n" + uid + "\n");
}

TEST(Harness, sets_limits) {
    Command command = shell("ulimit -n");
    command.limits = {{RLIMIT_NOFILE, 17}};
    EXPECT_EQ(run(command).out, "17\n");
}

TEST(Harness, sends_signals_to_a_running_program) {
    Process process(
        shell("trap 'echo got it; exit 3' TERM; echo ready; while :; do sleep 0.05; done"));
    ASSERT_TRUE(process.wait_for("ready", milliseconds(5000)));
    EXPECT_TRUE(process.running());
    process.send(SIGTERM);
    const Result result = process.wait();
    EXPECT_EQ(result.out, "ready\ngot it\n");
    EXPECT_EQ(result.status, 3);
}

TEST(Harness, does_not_wait_for_text_of_a_program_that_has_ended) {
    Process process(shell("echo other"));
    EXPECT_FALSE(process.wait_for("ready", milliseconds(60'000)));
    EXPECT_TRUE(process.wait_for("other", milliseconds(0)));
}

TEST(Harness, removes_temporary_folders) {
    std::filesystem::path path;
    {
        const TempDir dir;
        path = dir.path();
        write_file(dir / "file", "text");
        EXPECT_EQ(read_file(dir / "file"), "text");
        struct stat info {};
        ASSERT_EQ(stat(path.c_str(), &info), 0);
        EXPECT_EQ(info.st_mode & 0777, 0700U);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace hotlock::test
