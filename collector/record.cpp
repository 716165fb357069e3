#include "collector/record.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>

#include "collector/clock.h"
#include "collector/output_tap.h"
#include "collector/procfs.h"
#include "collector/program.h"
#include "collector/session.h"
#include "collector/signals.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

using std::chrono::milliseconds;

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += word + '\0';
    if (!text.empty()) text.pop_back();
    return text;
}

UniqueFd open_process(pid_t pid) {
    UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process)
        throw Error(fmt::format("cannot attach to process {}: {}", pid, std::strerror(errno)),
                    "`ps -e` lists the processes; a thread id is not a process id");
    return process;
}

// What poll() found out.
struct Events {
    bool process_ended = false;
    bool output = false;
};

// Until something happens or it is time to drain; descriptors of -1 are ignored.
Events wait_for_events(int process, int signals, int urgent, int output,
                       milliseconds drain_interval) {
    pollfd fds[] = {
        {process, POLLIN, 0}, {signals, POLLIN, 0}, {urgent, POLLIN, 0}, {output, POLLIN, 0}};
    ::poll(fds, 4, static_cast<int>(drain_interval.count()));
    return {fds[0].revents != 0, fds[3].revents != 0};
}

// The time after which nothing more is recorded.
class Deadline {
  public:
    explicit Deadline(const std::optional<std::chrono::nanoseconds>& duration) {
        if (duration) at_ = monotonic_now() + static_cast<uint64_t>(duration->count());
    }
    bool over() const { return at_ && monotonic_now() >= *at_; }
    // `interval`, or less when that is beyond the deadline.
    milliseconds cut(milliseconds interval) const {
        const uint64_t now = monotonic_now();
        if (!at_ || now >= *at_) return interval;
        const auto left = std::chrono::nanoseconds(static_cast<int64_t>(*at_ - now));
        return std::min(interval, std::chrono::ceil<milliseconds>(left));
    }

  private:
    std::optional<uint64_t> at_;
};

void describe(Session& session, const RecordOptions& options,
              const std::vector<std::string>& command) {
    session.describe("command", joined(command));
    if (!options.label.empty()) session.describe("label", options.label);
    if (options.attach) session.describe("attached", "1");
    if (options.raw_limit) session.describe("raw_limit", std::to_string(*options.raw_limit));
    if (options.calibration) session.note(*options.calibration);
}

ProbeFds open_probes(PrivilegedPart& privileged, const Target& target,
                     const RecordOptions& options) {
    ProbeFds fds = privileged.open(target, options.frequency);
    if (fds.samples) {
        fds.samples->adapts = options.adapt_frequency;
        fds.samples->kernel_ticks = fds.sleeps.has_value();
    }
    if (fds.sleeps) fds.sleeps->windows = !options.every_wait;
    return fds;
}

// A spawned program from start to end.
class Spawned {
  public:
    Spawned(const RecordOptions& options, PrivilegedPart& privileged,
            const unwind::CodeKnowledge& code)
        : options_(options) {
        if (!options.metrics.empty()) tap_ = std::make_unique<OutputTap>(options.metrics);
        program_ = std::make_unique<Program>(
            options.command, signals_.original_mask(),
            tap_ ? std::optional<int>(tap_->program_end()) : std::nullopt);
        const Target target{program_->pid(), false};
        session_ = std::make_unique<Session>(open_probes(privileged, target, options), target,
                                             options.spool_prefix, code);
    }

    Recorded run() {
        describe(*session_, options_, options_.command);
        session_->begin();
        start();
        record_until_exit();
        session_->finish(exit_, tap_ ? tap_->scanner().finish() : std::vector<recording::Metric>{});
        return {session_->spool(), exit_->code,
                tap_ ? tap_->scanner().unmatched() : std::vector<std::string>{},
                session_->other_processes()};
    }

  private:
    void start() {
        try {
            program_->start();
        } catch (const CannotRun&) {
            ::unlink(session_->spool().c_str());
            throw;
        }
        if (tap_) tap_->close_program_end();
    }

    void record_until_exit() {
        const Deadline deadline(options_.duration);
        try {
            while (!exit_ && !deadline.over()) {
                step(deadline.cut(session_->drain_interval()));
                session_->drain();
            }
            session_->stop();
            session_->drain();
        } catch (const Error&) {
            session_->stop();
            wait_for_exit();
            throw;
        }
        wait_for_exit();
    }

    void wait_for_exit() {
        recording_ = false;
        while (!exit_)
            step(session_->drain_interval());
        if (tap_) tap_->pump();
    }

    void step(milliseconds interval) {
        const Events events = wait_for_events(
            program_->pidfd(), signals_.fd(), recording_ ? session_->urgent_fd() : -1,
            output_open_ && tap_ ? tap_->read_end() : -1, interval);
        while (const std::optional<Signals::Signal> signal = signals_.next())
            if (!signal->from_terminal) ::kill(program_->pid(), signal->number);
        if (events.output) output_open_ = tap_->pump();
        if (events.process_ended) exit_ = program_->poll_exit();
    }

    const RecordOptions& options_;
    Signals signals_;
    std::unique_ptr<OutputTap> tap_;
    bool output_open_ = true;
    bool recording_ = true;
    std::unique_ptr<Program> program_;
    std::unique_ptr<Session> session_;
    std::optional<ProgramExit> exit_;
};

Recorded record_attached(const RecordOptions& options, PrivilegedPart& privileged,
                         const unwind::CodeKnowledge& code) {
    Signals signals;
    const UniqueFd process = open_process(*options.attach);
    const Target target{*options.attach, true};
    const std::vector<std::string> command = command_line(target.pid);
    if (command.empty())
        throw Error(fmt::format("process {} runs no program", target.pid),
                    "it is a kernel thread, or has just ended");
    Session session(open_probes(privileged, target, options), target, options.spool_prefix, code);
    describe(session, options, command);
    session.begin();
    const Deadline deadline(options.duration);
    bool ended = false;
    while (!ended && !deadline.over()) {
        ended = wait_for_events(process.get(), signals.fd(), session.urgent_fd(), -1,
                                deadline.cut(session.drain_interval()))
                    .process_ended;
        if (signals.next()) ended = true;
        session.drain();
    }
    session.stop();
    session.drain();
    session.finish(std::nullopt, {});
    return {session.spool(), std::nullopt, {}, 0};
}

}  // namespace

Recorded record(const RecordOptions& options, PrivilegedPart& privileged,
                const unwind::CodeKnowledge& code) {
    if (options.attach) return record_attached(options, privileged, code);
    return Spawned(options, privileged, code).run();
}

}  // namespace hotlock::collector
