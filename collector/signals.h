// Signals as events: blocked for us while alive, told apart by who sent them.
#pragma once

#include <csignal>
#include <optional>

#include "common/base/unique_fd.h"

namespace hotlock::collector {

class Signals {
  public:
    Signals();   // SIGINT, SIGQUIT, SIGTERM, SIGHUP. Throws Error.
    ~Signals();  // restores the mask
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    struct Signal {
        int number = 0;
        bool from_terminal = false;  // the whole foreground group has it, the program too
    };
    std::optional<Signal> next();

    int fd() const { return fd_.get(); }
    const sigset_t& original_mask() const { return original_; }

  private:
    sigset_t original_{};
    UniqueFd fd_;
};

}  // namespace hotlock::collector
