// JSON as system tests read it: values by JSON pointer ("/locks/0/wait_ns"). The door to
// nlohmann-json.
#pragma once

#include <memory>
#include <string>

namespace hotlock::test {

class Json {
  public:
    explicit Json(const std::string& text);  // throws when it is none

    bool has(const std::string& pointer) const;
    bool is_null(const std::string& pointer) const;
    size_t size(const std::string& pointer) const;       // of an array or object
    double number(const std::string& pointer) const;     // throws when it is no number
    std::string text(const std::string& pointer) const;  // throws when it is no string
    Json at(const std::string& pointer) const;

  private:
    struct Value;
    explicit Json(std::shared_ptr<const Value> value) : value_(std::move(value)) {}
    std::shared_ptr<const Value> value_;
};

}  // namespace hotlock::test
