#include "collector/privileged.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "collector/fd_passing.h"
#include "collector/procfs.h"
#include "collector/sideband.h"
#include "collector/sleeps_loader.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

// Protocol: "open PID ATTACHED" -> "sleeps" {ring, logs, rules, control, links...}, "sideband"
// {events...} (repeated), "done"; or "error\nWHAT\nHINT".

void send_events(int socket, const std::vector<UniqueFd>& events) {
    std::vector<int> batch;
    for (const UniqueFd& event : events) {
        batch.push_back(event.get());
        if (batch.size() < max_fds_per_message) continue;
        send_message(socket, "sideband", batch);
        batch.clear();
    }
    if (!batch.empty()) send_message(socket, "sideband", batch);
}

void check_owner(const Target& target, uid_t owner) {
    const std::optional<uid_t> uid = process_owner(target.pid);
    if (!uid)
        throw Error(fmt::format("there is no process {}", target.pid),
                    "`ps -e` lists the processes");
    if (owner != 0 && *uid != owner)
        throw Error(fmt::format("process {} belongs to another user", target.pid),
                    "attach as the user who owns it, or as root");
}

void open_and_send(int socket, const Target& target, uid_t owner) {
    check_owner(target, owner);
    const SleepsFds sleeps = load_sleeps(target.pid);
    const std::vector<UniqueFd> events = open_sideband();
    std::vector<int> fds{sleeps.ring.get(), sleeps.logs.get(), sleeps.rules.get(),
                         sleeps.control.get()};
    for (const UniqueFd& link : sleeps.links)
        fds.push_back(link.get());
    send_message(socket, "sleeps", fds);
    send_events(socket, events);
    send_message(socket, "done", {});
}

void serve(int socket, uid_t owner) {
    const std::optional<Message> request = receive_message(socket);
    if (!request) return;
    Target target;
    int attached = 0;
    if (std::sscanf(request->text.c_str(), "open %d %d", &target.pid, &attached) != 2) return;
    target.attached = attached != 0;
    try {
        open_and_send(socket, target, owner);
    } catch (const Error& error) {
        send_message(socket, fmt::format("error\n{}\n{}", error.what(), error.hint()), {});
    }
}

[[noreturn]] void throw_reported(const std::string& text) {
    const size_t what = text.find('\n') + 1;
    const size_t hint = text.find('\n', what);
    throw Error(text.substr(what, hint - what), text.substr(hint + 1));
}

void take(std::vector<UniqueFd>& into, std::vector<UniqueFd>& from, size_t first) {
    for (size_t i = first; i < from.size(); i++)
        into.push_back(std::move(from[i]));
}

}  // namespace

PrivilegedPart PrivilegedPart::start(uid_t owner) {
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        throw Error(fmt::format("cannot make a socket: {}", std::strerror(errno)),
                    "raise the limit of open files (ulimit -n)");
    UniqueFd ours(pair[0]);
    UniqueFd theirs(pair[1]);
    const pid_t child = ::fork();
    if (child < 0)
        throw Error(fmt::format("cannot fork: {}", std::strerror(errno)),
                    "raise the limit of processes (ulimit -u)");
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ours.reset();
        serve(theirs.get(), owner);
        ::_exit(0);
    }
    return PrivilegedPart(child, std::move(ours));
}

PrivilegedPart::~PrivilegedPart() {
    if (!socket_) return;  // moved from
    socket_.reset();       // the child reads the end and exits
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

ProbeFds PrivilegedPart::open(const Target& target) {
    ProbeFds fds;
    send_message(socket_.get(), fmt::format("open {} {}", target.pid, target.attached ? 1 : 0), {});
    while (std::optional<Message> answer = receive_message(socket_.get())) {
        if (answer->text == "done") return fds;
        if (answer->text.starts_with("error\n")) throw_reported(answer->text);
        if (answer->text == "sideband") take(fds.sideband, answer->fds, 0);
        if (answer->text == "sleeps" && answer->fds.size() > 4) {
            fds.sleeps.ring = std::move(answer->fds[0]);
            fds.sleeps.logs = std::move(answer->fds[1]);
            fds.sleeps.rules = std::move(answer->fds[2]);
            fds.sleeps.control = std::move(answer->fds[3]);
            take(fds.sleeps.links, answer->fds, 4);
        }
    }
    throw Error("the privileged part ended without an answer",
                "run it again with HOTLOCK_DEBUG=1 and report what it prints");
}

}  // namespace hotlock::collector
