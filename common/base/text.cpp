// Numbers with units; names from outside made safe for a terminal.
#include "common/base/text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace hotlock {

namespace {

struct Unit {
    double size = 1;
    const char* name = "";
};

// "1.9", "48.9", "412": at most three significant digits, no zeros behind the last one.
std::string three_digits(double value) {
    const double magnitude = std::fabs(value);
    if (magnitude < 0.9995) return fmt::format("{:.3g}", value);
    const int decimals = magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (decimals == 0) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

// Units ascend. A value that would round to 1000 of a unit moves on to the next one.
std::string with_unit(double value, const Unit* first, const Unit* last) {
    const Unit* unit = first;
    while (unit + 1 != last && std::fabs(value) >= unit[1].size * 0.9995)
        ++unit;
    return three_digits(value / unit->size) + " " + unit->name;
}

constexpr std::array time_units{
    Unit{1, "ns"},  Unit{1e3, "µs"},   Unit{1e6, "ms"},
    Unit{1e9, "s"}, Unit{60e9, "min"}, Unit{3600e9, "h"},
};

constexpr std::array count_units{
    Unit{1e3, "k"}, Unit{1e6, "M"}, Unit{1e9, "G"}, Unit{1e12, "T"}, Unit{1e15, "P"},
};

constexpr std::array size_units{
    Unit{1, "B"},
    Unit{1024, "KiB"},
    Unit{1024.0 * 1024, "MiB"},
    Unit{1024.0 * 1024 * 1024, "GiB"},
};

struct CodePoint {
    char32_t value = 0;
    size_t bytes = 0;  // 0: not valid UTF-8
};

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Length and payload bits of the first byte; 0 bytes for one that cannot start a code point.
CodePoint leading_byte(unsigned char byte) {
    if (byte < 0x80) return {byte, 1};
    if (byte >= 0xC2 && byte <= 0xDF) return {byte & 0x1Fu, 2};
    if (byte >= 0xE0 && byte <= 0xEF) return {byte & 0x0Fu, 3};
    if (byte >= 0xF0 && byte <= 0xF4) return {byte & 0x07u, 4};
    return {};
}

// Overlong forms, surrogates and what lies beyond Unicode are invalid (RFC 3629).
bool is_scalar_value(CodePoint point) {
    if (point.bytes == 3) {
        return point.value >= 0x800 && (point.value < 0xD800 || point.value > 0xDFFF);
    }
    if (point.bytes == 4) return point.value >= 0x10000 && point.value <= 0x10FFFF;
    return point.bytes != 0;
}

CodePoint decode_utf8(std::string_view text) {
    CodePoint point = leading_byte(static_cast<unsigned char>(text.front()));
    if (point.bytes > text.size()) return {};
    for (size_t i = 1; i < point.bytes; ++i) {
        if (!is_continuation(text[i])) return {};
        point.value = point.value << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
    }
    return is_scalar_value(point) ? point : CodePoint{};
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F);
}

// Characters that reorder or break the text around them: Unicode's Bidi_Control property and the
// line and paragraph separators.
bool changes_layout(char32_t c) {
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool is_shell_safe(char c) {
    constexpr std::string_view punctuation = "_@%+=:,./-";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           punctuation.find(c) != std::string_view::npos;
}

bool needs_quotes(std::string_view word, bool is_first) {
    if (word.empty()) return true;
    // NAME=value in front of a command would be an assignment.
    if (is_first && word.find('=') != std::string_view::npos) return true;
    for (const char c : word) {
        if (!is_shell_safe(c)) return true;
    }
    return false;
}

std::string quoted(std::string_view word) {
    std::string text = "'";
    for (const char c : word) {
        if (c == '\'') {
            text += "'\\''";
        } else {
            text += c;
        }
    }
    return text + "'";
}

// Byte offset of code point number `index`; the size of the text when it has fewer. Bytes that
// are not UTF-8 count as one each when they do not look like continuation bytes.
size_t offset_of(std::string_view text, size_t index) {
    for (size_t i = 0; i < text.size(); ++i) {
        if (is_continuation(text[i])) continue;
        if (index == 0) return i;
        --index;
    }
    return text.size();
}

size_t code_points(std::string_view text) {
    size_t count = 0;
    for (const char c : text) {
        if (!is_continuation(c)) ++count;
    }
    return count;
}

}  // namespace

std::string human_time(nanoseconds time) {
    return with_unit(static_cast<double>(time.count()), time_units.data(),
                     time_units.data() + time_units.size());
}

std::string human_count(double count) {
    if (!std::isfinite(count)) return "?";
    const double magnitude = std::fabs(count);
    if (magnitude >= 9999.5) {
        return with_unit(count, count_units.data(), count_units.data() + count_units.size());
    }
    return magnitude < 999.5 ? three_digits(count) : fmt::format("{:.0f}", count);
}

std::string human_size(uint64_t bytes) {
    return with_unit(static_cast<double>(bytes), size_units.data(),
                     size_units.data() + size_units.size());
}

std::string human_share(double share) {
    if (!std::isfinite(share)) return "?";
    const double percent = share * 100;
    if (percent != 0 && std::fabs(percent) < 0.05) return "<0.1 %";
    if (percent >= 99.95) return fmt::format("{:.0f} %", percent);
    return fmt::format("{:.1f} %", percent);
}

std::string terminal_safe(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const CodePoint point = decode_utf8(text);
        const size_t used = point.bytes == 0 ? 1 : point.bytes;
        if (point.bytes == 0 || (point.bytes == 1 && is_control(point.value))) {
            safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        } else if (is_control(point.value) || changes_layout(point.value)) {
            safe += fmt::format("\\u{:04x}", static_cast<uint32_t>(point.value));
        } else {
            safe += text.substr(0, used);
        }
        text.remove_prefix(used);
    }
    return safe;
}

std::string shorten_middle(std::string_view text, size_t width) {
    const size_t length = code_points(text);
    if (length <= width) return std::string(text);
    if (width == 0) return {};
    const size_t tail = (width - 1) / 2;
    const size_t head = width - 1 - tail;
    std::string shortened(text.substr(0, offset_of(text, head)));
    shortened += "…";
    shortened += text.substr(offset_of(text, length - tail));
    return shortened;
}

std::string shell_quote(const std::vector<std::string>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += ' ';
        text += needs_quotes(words[i], i == 0) ? quoted(words[i]) : words[i];
    }
    return text;
}

}  // namespace hotlock
