#include "collector/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "common/base/text.h"

namespace hotlock::collector {

namespace {

struct Pipe {
    UniqueFd read;
    UniqueFd write;
};

Error system_error(const char* what) {
    return Error(fmt::format("cannot {}: {}", what, std::strerror(errno)),
                 "raise the limits of processes and open files (ulimit -u, ulimit -n)");
}

Pipe make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw system_error("make a pipe");
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::vector<char*> argument_pointers(const std::vector<std::string>& command) {
    std::vector<char*> pointers;
    pointers.reserve(command.size() + 1);
    for (const std::string& word : command)
        pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// The child, between fork and exec: only async-signal-safe calls.
[[noreturn]] void run_child(char* const* arguments, const sigset_t& mask, int gate, int report,
                            std::optional<int> output) {
    char go = 0;
    ssize_t got = 0;
    do {
        got = ::read(gate, &go, 1);
    } while (got < 0 && errno == EINTR);
    if (got != 1) ::_exit(125);
    if (output) ::dup2(*output, STDOUT_FILENO);
    ::signal(SIGXFSZ, SIG_DFL);  // ignored by us only
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    ::execvp(arguments[0], arguments);
    const int error = errno;
    if (::write(report, &error, sizeof error) != sizeof error) ::_exit(125);
    ::_exit(127);
}

std::chrono::nanoseconds from_timeval(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

CannotRun cannot_run(const std::string& program, int error) {
    const bool missing = error == ENOENT || error == ENOTDIR;
    return CannotRun(
        fmt::format("cannot run {}: {}", terminal_safe(program), std::strerror(error)),
        missing ? "check the spelling, or give a path such as ./program"
                : "the file must be an executable for this machine (chmod +x, right architecture)",
        missing ? 127 : 126);
}

}  // namespace

Program::Program(const std::vector<std::string>& command, const sigset_t& signal_mask,
                 std::optional<int> output)
    : command_(command) {
    Pipe gate = make_pipe();
    Pipe report = make_pipe();
    const std::vector<char*> arguments = argument_pointers(command_);
    pid_ = ::fork();
    if (pid_ < 0) throw system_error("fork");
    if (pid_ == 0) {
        gate.write.reset();  // or the child would keep its own gate open
        run_child(arguments.data(), signal_mask, gate.read.get(), report.write.get(), output);
    }
    gate_ = std::move(gate.write);
    report_ = std::move(report.read);
    pidfd_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
}

Program::~Program() {
    if (reaped_ || !gate_) return;
    gate_.reset();
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void Program::start() {
    const char go = 1;
    if (::write(gate_.get(), &go, 1) != 1) throw system_error("start the program");
    gate_.reset();
    int error = 0;
    ssize_t got = 0;
    do {
        got = ::read(report_.get(), &error, sizeof error);
    } while (got < 0 && errno == EINTR);
    report_.reset();
    if (got == sizeof error) throw cannot_run(command_.front(), error);
}

std::optional<ProgramExit> Program::poll_exit() {
    int status = 0;
    rusage usage{};
    if (::wait4(pid_, &status, WNOHANG, &usage) != pid_) return std::nullopt;
    reaped_ = true;
    ProgramExit exit;
    exit.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    exit.user_time = from_timeval(usage.ru_utime);
    exit.system_time = from_timeval(usage.ru_stime);
    return exit;
}

}  // namespace hotlock::collector
