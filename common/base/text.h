// Text for people: numbers with units, and names from outside made safe for a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hotlock {

using std::chrono::nanoseconds;

// "812 ns", "1.9 ms", "48.9 s", "12 min", "1.5 h": at most three significant digits, no zeros
// behind them; SI below a minute. The micro sign is UTF-8: "1.23 µs".
std::string human_time(nanoseconds time);

// "7", "1234", "412 k", "1.3 M": three significant digits from 10,000 up. "?" when not finite.
std::string human_count(double count);

// "512 B", "64 MiB", "1.5 GiB": three significant digits; "B", "KiB" and so on are powers of 1024.
std::string human_size(uint64_t bytes);

// "61.2 %", "<0.1 %", "100 %"; `share` is 0..1. "?" when not finite.
std::string human_share(double share);

// Makes escape sequences, control characters, bidirectional overrides and invalid UTF-8 visible
// ("\x1b", "\u202e", "\xff"); everything else is returned as it is.
std::string terminal_safe(std::string_view text);

// Shortens to at most `width` columns (counted in code points) by cutting the middle: "abc…xyz".
std::string shorten_middle(std::string_view text, size_t width);

// Joins argv for people, quoting words as a POSIX shell would need.
std::string shell_quote(const std::vector<std::string>& words);

}  // namespace hotlock
