// fork, exec and wait with a deadline.
#include "test/system/process.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace hotlock::test {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

[[noreturn]] void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

UniqueFd memory_file(const char* name) {
    UniqueFd fd(memfd_create(name, MFD_CLOEXEC));
    if (!fd) throw_errno("memfd_create");
    return fd;
}

std::string contents(int fd) {
    std::string text;
    char buffer[65536];
    ssize_t got = 0;
    while ((got = pread(fd, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
        text.append(buffer, static_cast<size_t>(got));
    return text;
}

// The child's side: everything up to exec, reporting failure as shells do (126, 127).
[[noreturn]] void become(const Command& command, int out, int err) {
    const auto die = [](const char* what) {
        dprintf(STDERR_FILENO, "cannot start: %s: %s\n", what, strerror(errno));
        _exit(126);
    };
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(err, STDERR_FILENO) < 0)
        die("standard streams");
    setpgid(0, 0);
    // Opened with our rights: another user may not reach the folder that the program is built in.
    const int program = open(command.argv[0].c_str(), O_PATH | O_CLOEXEC);
    for (const auto& [resource, value] : command.limits) {
        const rlimit limit{value, value};
        if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) die("setrlimit");
    }
    if (command.user) {
        if (setgroups(0, nullptr) != 0 || setgid(command.user->gid) != 0 ||
            setuid(command.user->uid) != 0)
            die("change of user");
    }
    if (!command.cwd.empty() && chdir(command.cwd.c_str()) != 0) die("working directory");
    for (const auto& name : command.unset)
        unsetenv(name.c_str());
    for (const auto& [name, value] : command.env)
        setenv(name.c_str(), value.c_str(), 1);
    // After the change of user, which clears it: a killed test leaves no program behind.
    prctl(PR_SET_PDEATHSIG, SIGKILL);

    std::vector<char*> argv;
    for (const auto& word : command.argv)
        argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    if (command.user) execveat(program, "", argv.data(), environ, AT_EMPTY_PATH);
    execvp(argv[0], argv.data());
    dprintf(STDERR_FILENO, "cannot run %s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

pid_t start(const Command& command, int out, int err) {
    const pid_t pid = fork();
    if (pid < 0) throw_errno("fork");
    if (pid == 0) become(command, out, err);
    setpgid(pid, pid);  // here too: the group must exist before the first signal to it
    return pid;
}

int open_pidfd(pid_t pid) {
    const auto fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (fd < 0) throw_errno("pidfd_open");
    return fd;
}

}  // namespace

User nobody() {
    const passwd* entry = getpwnam("nobody");
    if (entry == nullptr) throw std::runtime_error("no account `nobody`");
    return {entry->pw_uid, entry->pw_gid};
}

Process::Process(const Command& command)
    : started_(steady_clock::now()),
      timeout_(command.timeout),
      out_(memory_file("stdout")),
      err_(memory_file("stderr")),
      pid_(start(command, out_.get(), err_.get())),
      pidfd_(open_pidfd(pid_)) {}

Process::~Process() {
    if (reaped_) return;
    send_group(SIGKILL);
    waitpid(pid_, nullptr, 0);
}

bool Process::exited_within(milliseconds timeout) const {
    pollfd event{pidfd_.get(), POLLIN, 0};
    return poll(&event, 1, static_cast<int>(std::max<int64_t>(timeout.count(), 0))) > 0;
}

bool Process::running() {
    return !reaped_ && !exited_within(milliseconds(0));
}

void Process::send(int signal) const {
    if (!reaped_) kill(pid_, signal);
}

void Process::send_group(int signal) const {
    if (!reaped_) kill(-pid_, signal);
}

std::string Process::out() const {
    return contents(out_.get());
}

std::string Process::err() const {
    return contents(err_.get());
}

bool Process::wait_for(const std::string& text, milliseconds timeout) {
    const auto deadline = steady_clock::now() + timeout;
    for (;;) {
        const bool ended = !running();
        if (out().find(text) != std::string::npos || err().find(text) != std::string::npos)
            return true;
        if (ended || steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(milliseconds(5));
    }
}

Result Process::wait() {
    if (reaped_) throw std::logic_error("waited for twice");
    Result result;
    const auto left = started_ + timeout_ - steady_clock::now();
    result.timed_out = !exited_within(std::chrono::duration_cast<milliseconds>(left));
    if (result.timed_out) send_group(SIGKILL);
    int status = 0;
    if (waitpid(pid_, &status, 0) != pid_) throw_errno("waitpid");
    reaped_ = true;
    result.elapsed = std::chrono::duration_cast<milliseconds>(steady_clock::now() - started_);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    result.out = out();
    result.err = err();
    return result;
}

Result run(const Command& command) {
    return Process(command).wait();
}

Result run(const std::vector<std::string>& argv) {
    Command command;
    command.argv = argv;
    return run(command);
}

}  // namespace hotlock::test
