// Function names in a length that people can read.
#pragma once

#include <string>
#include <string_view>

#include "common/model/stack.h"

namespace hotlock {

// Without parameters, qualifiers behind them, return type and template arguments:
// "void a::B<int>::run<char>(char) const" -> "a::B<…>::run<…>". Names that do not look like C++
// come back as they are.
std::string short_function(std::string_view function);

// short_function of a named frame, else frame_name.
std::string short_frame(const Frame& frame);

}  // namespace hotlock
