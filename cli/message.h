// Words for people on standard error. It may be closed or full: that must not change how a command
// ends, so nothing here throws.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "common/base/error.h"

namespace hotlock::cli {

void say_line(const std::string& line) noexcept;

// "hotlock: " and the text, as one line.
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
    say_line("hotlock: " + fmt::format(format, std::forward<Values>(values)...));
}

void say_error(const Error& error) noexcept;

// Opens /dev/null in the place of standard descriptors that are closed, so that no file of ours
// takes their numbers.
void fill_standard_descriptors();

}  // namespace hotlock::cli
