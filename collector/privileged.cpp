#include "collector/privileged.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>

#include "collector/calibration.h"
#include "collector/fd_passing.h"
#include "collector/procfs.h"
#include "collector/samples_events.h"
#include "collector/sideband.h"
#include "collector/sleeps_loader.h"
#include "common/base/error.h"
#include "common/recording/stalls.h"

namespace hotlock::collector {

namespace {

// Protocol: "calibrate" -> lines of text (recording/stalls.h); "open PID ATTACHED FREQUENCY" -> any
// of "sleeps" {ring, logs, rules, control, links...}, "samples TICK_PERIOD STACK_PERIOD KERNEL",
// "ticks" {events...}, "stacks" {events...}, "sideband" {events...} (the last three repeated),
// "obstacle\nPROBE\nWHAT\nHINT"; then "done", or "error\nWHAT\nHINT".

void send_events(int socket, const char* name, const std::vector<UniqueFd>& events) {
    std::vector<int> batch;
    for (const UniqueFd& event : events) {
        batch.push_back(event.get());
        if (batch.size() < max_fds_per_message) continue;
        send_message(socket, name, batch);
        batch.clear();
    }
    if (!batch.empty()) send_message(socket, name, batch);
}

void send_sleeps(int socket, const Target& target) {
    const SleepsFds sleeps = load_sleeps(target.pid);
    std::vector<int> fds{sleeps.ring.get(), sleeps.logs.get(), sleeps.rules.get(),
                         sleeps.control.get()};
    for (const UniqueFd& link : sleeps.links)
        fds.push_back(link.get());
    send_message(socket, "sleeps", fds);
}

void send_samples(int socket, const Target& target, uint32_t frequency) {
    const SampleFds samples = open_samples(target, frequency);
    send_message(socket,
                 fmt::format("samples {} {} {}", samples.tick_period_ns, samples.stack_period_ns,
                             samples.kernel ? 1 : 0),
                 {});
    send_events(socket, "ticks", samples.ticks);
    send_events(socket, "stacks", samples.stacks);
}

// True when the probe could be opened.
bool try_probe(int socket, const char* name, const std::function<void()>& send) {
    try {
        send();
        return true;
    } catch (const Error& error) {
        send_message(socket, fmt::format("obstacle\n{}\n{}\n{}", name, error.what(), error.hint()),
                     {});
        return false;
    }
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

void open_and_send(int socket, const Target& target, uint32_t frequency, uid_t owner) {
    check_owner(target, owner);
    const bool sleeps = try_probe(socket, "sleeps", [&] { send_sleeps(socket, target); });
    const bool samples = frequency > 0 && try_probe(socket, "samples", [&] {
                             send_samples(socket, target, frequency);
                         });
    if (sleeps || samples) send_events(socket, "sideband", open_sideband(target));
    send_message(socket, "done", {});
}

void serve(int socket, uid_t owner) {
    std::optional<Message> request = receive_message(socket);
    for (; request && request->text == "calibrate"; request = receive_message(socket))
        send_message(socket, recording::stalls_text(collector::calibrate()), {});
    if (!request) return;
    Target target;
    int attached = 0;
    uint32_t frequency = 0;
    if (std::sscanf(request->text.c_str(), "open %d %d %u", &target.pid, &attached, &frequency) !=
        3)
        return;
    target.attached = attached != 0;
    try {
        open_and_send(socket, target, frequency, owner);
    } catch (const Error& error) {
        send_message(socket, fmt::format("error\n{}\n{}", error.what(), error.hint()), {});
    }
}

// The lines of a message, the first one left out.
std::vector<std::string> arguments_of(const std::string& text) {
    std::vector<std::string> lines;
    for (size_t start = text.find('\n'); start != std::string::npos;) {
        const size_t end = text.find('\n', start + 1);
        lines.push_back(text.substr(start + 1, end == std::string::npos ? end : end - start - 1));
        start = end;
    }
    lines.resize(3);
    return lines;
}

void take(std::vector<UniqueFd>& into, std::vector<UniqueFd>& from, size_t first) {
    for (size_t i = first; i < from.size(); i++)
        into.push_back(std::move(from[i]));
}

void take_sleeps(Message& answer, ProbeFds& fds) {
    if (answer.fds.size() <= 4) return;
    SleepsFds& sleeps = fds.sleeps.emplace();
    sleeps.ring = std::move(answer.fds[0]);
    sleeps.logs = std::move(answer.fds[1]);
    sleeps.rules = std::move(answer.fds[2]);
    sleeps.control = std::move(answer.fds[3]);
    take(sleeps.links, answer.fds, 4);
}

void take_samples(const std::string& text, ProbeFds& fds) {
    SampleFds& samples = fds.samples.emplace();
    int kernel = 0;
    std::sscanf(text.c_str(), "samples %" SCNu64 " %" SCNu64 " %d", &samples.tick_period_ns,
                &samples.stack_period_ns, &kernel);
    samples.kernel = kernel != 0;
}

void take_answer(Message& answer, ProbeFds& fds) {
    const std::string& text = answer.text;
    if (text == "sleeps") take_sleeps(answer, fds);
    if (text == "sideband") take(fds.sideband, answer.fds, 0);
    if (text.starts_with("samples ")) take_samples(text, fds);
    if (text == "ticks" && fds.samples) take(fds.samples->ticks, answer.fds, 0);
    if (text == "stacks" && fds.samples) take(fds.samples->stacks, answer.fds, 0);
    if (text.starts_with("obstacle\n")) {
        const std::vector<std::string> lines = arguments_of(text);
        fds.obstacles.push_back({lines[0], lines[1], lines[2]});
    }
}

ProbeFds checked(ProbeFds fds) {
    if (!fds.sleeps && !fds.samples && !fds.obstacles.empty())
        throw Error(fds.obstacles.front().what, fds.obstacles.front().hint);
    return fds;
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

Calibration PrivilegedPart::calibrate() {
    send_message(socket_.get(), "calibrate", {});
    const std::optional<Message> answer = receive_message(socket_.get());
    auto calibration = answer ? recording::parse_stalls(answer->text) : std::nullopt;
    if (calibration) return *std::move(calibration);
    return {.obstacle = "the privileged part ended without an answer"};
}

ProbeFds PrivilegedPart::open(const Target& target, uint32_t frequency) {
    ProbeFds fds;
    send_message(socket_.get(),
                 fmt::format("open {} {} {}", target.pid, target.attached ? 1 : 0, frequency), {});
    while (std::optional<Message> answer = receive_message(socket_.get())) {
        if (answer->text == "done") return checked(std::move(fds));
        if (answer->text.starts_with("error\n")) {
            const std::vector<std::string> lines = arguments_of(answer->text);
            throw Error(lines[0], lines[1]);
        }
        take_answer(*answer, fds);
    }
    throw Error("the privileged part ended without an answer",
                "run it again with HOTLOCK_DEBUG=1 and report what it prints");
}

}  // namespace hotlock::collector
