// Text measured in columns. One code point counts as one column: wide characters are rare in the
// names of code, and the price of a wrong guess is an uneven table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hotlock::reports {

// `text` is valid UTF-8 (terminal_safe makes it so).
size_t columns(std::string_view text);

// Cuts the end: "abc…".
std::string shorten_end(std::string_view text, size_t width);

// Cuts the middle and keeps more of the end, where C++ names differ: "crypt…Pool::instance.lock".
std::string shorten_name(std::string_view text, size_t width);

// Fills up with spaces to `width` columns.
std::string pad_left(std::string_view text, size_t width);
std::string pad_right(std::string_view text, size_t width);

// Breaks at spaces, but not inside "61.2 %" and "p = 0.01". Words that do not fit into a line alone
// are shortened as names.
std::vector<std::string> wrap(std::string_view text, size_t width, std::string_view first_indent,
                              std::string_view indent);

}  // namespace hotlock::reports
