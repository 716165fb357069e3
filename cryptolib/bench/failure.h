// Failures that the user can act on: one `error:` and one `hint:` line, printed by main.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace cryptobench {

class Failure : public std::runtime_error {
  public:
    Failure(const std::string& what, std::string hint)
        : std::runtime_error(what), hint_(std::move(hint)) {}
    const std::string& hint() const { return hint_; }

  private:
    std::string hint_;
};

// The command line is wrong: exit status 2.
class UsageError : public Failure {
  public:
    using Failure::Failure;
};

}  // namespace cryptobench
