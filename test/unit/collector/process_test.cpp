// Programs that we start, descriptors that we pass, identities that we read.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

#include "collector/fd_passing.h"
#include "collector/identity.h"
#include "collector/output_tap.h"
#include "collector/program.h"

namespace hotlock::collector {
namespace {

sigset_t no_signals() {
    sigset_t set;
    sigemptyset(&set);
    return set;
}

ProgramExit wait_for(Program& program) {
    for (;;) {
        pollfd end{program.pidfd(), POLLIN, 0};
        ::poll(&end, 1, 10'000);
        if (const auto exit = program.poll_exit()) return *exit;
    }
}

int code_of(const std::vector<std::string>& command) {
    Program program(command, no_signals(), std::nullopt);
    program.start();
    return wait_for(program).code;
}

int start_failure(const std::string& file) {
    Program program({file}, no_signals(), std::nullopt);
    try {
        program.start();
    } catch (const CannotRun& error) {
        return error.status();
    }
    return 0;
}

TEST(Program, ReportsExitCodesAndSignalsLikeAShell) {
    EXPECT_EQ(code_of({"sh", "-c", "exit 3"}), 3);
    EXPECT_EQ(code_of({"sh", "-c", "kill -TERM $$"}), 128 + SIGTERM);
}

TEST(Program, TellsMissingFromNotRunnable) {
    EXPECT_EQ(start_failure("./no-such-program"), 127);
    EXPECT_EQ(start_failure("/etc/passwd"), 126);
}

TEST(Program, DoesNotRunBeforeItIsStarted) {
    const std::string mark = testing::TempDir() + "/started-" + std::to_string(::getpid());
    { const Program never({"touch", mark}, no_signals(), std::nullopt); }
    EXPECT_NE(::access(mark.c_str(), F_OK), 0);
}

TEST(OutputTap, PassesOutputThroughAndReadsNumbers) {
    OutputTap tap({parse_metric_pattern("speed=([0-9]+) ops/s")});
    Program program({"echo", "12 ops/s"}, no_signals(), tap.program_end());
    program.start();
    tap.close_program_end();
    testing::internal::CaptureStdout();
    wait_for(program);
    tap.pump();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "12 ops/s\n");
    EXPECT_DOUBLE_EQ(tap.scanner().finish().at(0).value, 12);
}

TEST(FdPassing, DescriptorsArriveCloseOnExec) {
    int pair[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    const UniqueFd a(pair[0]);
    const UniqueFd b(pair[1]);
    const UniqueFd file(::open("/dev/null", O_RDONLY));
    ASSERT_TRUE(send_message(a.get(), "two", {file.get(), file.get()}));
    const auto message = receive_message(b.get());
    ASSERT_TRUE(message);
    EXPECT_EQ(message->text, "two");
    ASSERT_EQ(message->fds.size(), 2U);
    EXPECT_TRUE(::fcntl(message->fds[0].get(), F_GETFD) & FD_CLOEXEC);
}

TEST(FdPassing, TheOtherSideMayBeGone) {
    int pair[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    const UniqueFd a(pair[0]);
    ::close(pair[1]);
    EXPECT_FALSE(send_message(a.get(), "x", {}));
    EXPECT_FALSE(receive_message(a.get()));
}

TEST(Identity, ComesFromSudoOnlyAsRoot) {
    ::setenv("SUDO_UID", "12345", 1);
    ::setenv("SUDO_GID", "54321", 1);
    const std::optional<Identity> user = invoking_user();
    if (::geteuid() == 0) {
        ASSERT_TRUE(user);
        EXPECT_EQ(user->uid, 12345U);
        EXPECT_EQ(user->gid, 54321U);
        ::setenv("SUDO_UID", "root", 1);
        EXPECT_THROW(invoking_user(), Error);
    } else {
        EXPECT_FALSE(user);
    }
    ::unsetenv("SUDO_UID");
    ::unsetenv("SUDO_GID");
    EXPECT_FALSE(invoking_user());
}

}  // namespace
}  // namespace hotlock::collector
