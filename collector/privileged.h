// The privileged part: a child that keeps the rights we started with, opens BPF and perf for one
// target on request, hands over the descriptors and exits. Before that it calibrates the samples
// probe, if asked to. Everything else runs as the user.
#pragma once

#include <sys/types.h>

#include "collector/probe_fds.h"
#include "common/base/unique_fd.h"
#include "common/model/calibration.h"

namespace hotlock::collector {

class PrivilegedPart {
  public:
    // Forks; call it before giving up rights and before other descriptors are open.
    // `owner` is the user whose processes may be watched; root may watch all.
    static PrivilegedPart start(uid_t owner);

    PrivilegedPart(PrivilegedPart&&) = default;
    PrivilegedPart& operator=(PrivilegedPart&&) = delete;
    ~PrivilegedPart();

    // Where ticks find stalled threads, measured with the child's rights: the events that the user
    // would have to open are refused to him on some systems. Before open().
    Calibration calibrate();

    // The last request: the child exits after it. `frequency`: of the samples probe, in Hz; 0:
    // without it. Throws Error with the child's reason, also when no probe can run.
    ProbeFds open(const Target& target, uint32_t frequency);

  private:
    PrivilegedPart(pid_t child, UniqueFd socket) : child_(child), socket_(std::move(socket)) {}

    pid_t child_ = -1;
    UniqueFd socket_;
};

}  // namespace hotlock::collector
