// Failures that a user can act on. Thrown anywhere, caught in main only.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace hotlock {

// A command that cannot go on. `what` becomes the `error:` line, `hint` the `hint:` line.
class Error : public std::runtime_error {
  public:
    Error(const std::string& what, std::string hint)
        : std::runtime_error(what), hint_(std::move(hint)) {}
    const std::string& hint() const { return hint_; }

  private:
    std::string hint_;
};

// The command line itself is wrong: exit code 2 (125 under `record`).
class UsageError : public Error {
  public:
    using Error::Error;
};

}  // namespace hotlock
