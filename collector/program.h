// A program that we start: stopped before its first instruction until the probes are ready.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/unique_fd.h"

namespace hotlock::collector {

// The program cannot be run: status 127 (not found) or 126 (found, not runnable).
class CannotRun : public Error {
  public:
    CannotRun(const std::string& what, std::string hint, int status)
        : Error(what, std::move(hint)), status_(status) {}
    int status() const { return status_; }

  private:
    int status_;
};

struct ProgramExit {
    int code = 0;  // as a shell reports it: 128 + N for a signal
    std::chrono::nanoseconds user_time{0};
    std::chrono::nanoseconds system_time{0};
};

class Program {
  public:
    // Forks. The child gets `signal_mask`, the standard descriptors, and no other of ours; its
    // standard output goes to `output` when that is given. Throws Error.
    Program(const std::vector<std::string>& command, const sigset_t& signal_mask,
            std::optional<int> output);

    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    // A program that was never let go does not run at all.
    ~Program();

    // Lets it go; returns when its image is in place. Throws CannotRun.
    void start();

    pid_t pid() const { return pid_; }
    int pidfd() const { return pidfd_.get(); }

    // Its end, when it has ended.
    std::optional<ProgramExit> poll_exit();

  private:
    std::vector<std::string> command_;
    pid_t pid_ = -1;
    UniqueFd pidfd_;
    UniqueFd gate_;    // writing lets the child go
    UniqueFd report_;  // errno of a failed exec, or end of file
    bool reaped_ = false;
};

}  // namespace hotlock::collector
