// Runs programs for the system tests: as another user, with limits, and never longer than allowed.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/unique_fd.h"

namespace hotlock::test {

struct User {
    uid_t uid = 0;
    gid_t gid = 0;
};

// The account `nobody`: someone without any rights.
User nobody();

struct Command {
    std::vector<std::string> argv;               // argv[0] is looked up in PATH
    std::map<std::string, std::string> env;      // added to ours
    std::vector<std::string> unset;              // taken from ours
    std::string cwd;                             // empty: ours
    std::optional<User> user;                    // no supplementary groups; absent: ours
    std::vector<std::pair<int, rlim_t>> limits;  // RLIMIT_*, soft and hard
    std::chrono::milliseconds timeout{60'000};   // then the whole process group is killed
};

struct Result {
    std::string out;
    std::string err;
    int status = -1;  // exit status; -1 when a signal ended the program
    int signal = 0;
    bool timed_out = false;
    std::chrono::milliseconds elapsed{0};
};

// A started program, its own process group. Output goes to memory files, so that nothing blocks on
// a pipe that a left-over child still holds. Ends with the object at the latest.
class Process {
  public:
    explicit Process(const Command& command);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return pid_; }
    bool running();
    void send(int signal) const;        // to the program
    void send_group(int signal) const;  // and to its children
    std::string out() const;            // so far
    std::string err() const;
    bool wait_for(const std::string& text, std::chrono::milliseconds timeout);  // in out() or err()

    // Waits for the end, at most until the command's timeout, counted from the start.
    Result wait();

  private:
    bool exited_within(std::chrono::milliseconds timeout) const;

    std::chrono::steady_clock::time_point started_;
    std::chrono::milliseconds timeout_;
    UniqueFd out_;
    UniqueFd err_;
    pid_t pid_;
    UniqueFd pidfd_;
    bool reaped_ = false;
};

// Start and wait.
Result run(const Command& command);
Result run(const std::vector<std::string>& argv);

}  // namespace hotlock::test
