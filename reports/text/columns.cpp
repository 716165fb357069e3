// Padding, shortening and wrapping.
#include "reports/text/columns.h"

#include <algorithm>

namespace hotlock::reports {
namespace {

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Byte offset of a code point by its number.
size_t offset_of(std::string_view text, size_t number) {
    size_t bytes = 0;
    for (; bytes < text.size(); ++bytes) {
        if (is_continuation(text[bytes])) continue;
        if (number-- == 0) break;
    }
    return bytes;
}

// "61.2 %" and "p = 0.01" are read as one word.
bool belongs_to(std::string_view previous, std::string_view word) {
    return word.starts_with('%') || word == "=" || previous.ends_with(" =");
}

// What must stay in one line.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (!words.empty() && belongs_to(words.back(), word)) {
            words.back() += ' ';
            words.back() += word;
        } else if (!word.empty()) {
            words.emplace_back(word);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

}  // namespace

size_t columns(std::string_view text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); }));
}

std::string shorten_end(std::string_view text, size_t width) {
    if (columns(text) <= width) return std::string(text);
    if (width == 0) return {};
    return std::string(text.substr(0, offset_of(text, width - 1))) + "…";
}

std::string shorten_name(std::string_view text, size_t width) {
    const size_t length = columns(text);
    if (length <= width) return std::string(text);
    if (width == 0) return {};
    const size_t head = (width - 1) / 3;
    const size_t tail = width - 1 - head;
    return std::string(text.substr(0, offset_of(text, head))) + "…" +
           std::string(text.substr(offset_of(text, length - tail)));
}

std::string pad_left(std::string_view text, size_t width) {
    const size_t used = columns(text);
    return std::string(width > used ? width - used : 0, ' ') + std::string(text);
}

std::string pad_right(std::string_view text, size_t width) {
    const size_t used = columns(text);
    return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::vector<std::string> wrap(std::string_view text, size_t width, std::string_view first_indent,
                              std::string_view indent) {
    std::vector<std::string> lines;
    std::string line(first_indent);
    bool is_empty = true;
    for (const std::string& word : words_of(text)) {
        if (!is_empty && columns(line) + 1 + columns(word) > width) {
            lines.push_back(line);
            line = indent;
            is_empty = true;
        }
        if (!is_empty) line += ' ';
        const size_t used = columns(line);
        // A width below any use still shows something of each word.
        line += shorten_name(word, width > used + 8 ? width - used : 8);
        is_empty = false;
    }
    lines.push_back(line);
    return lines;
}

}  // namespace hotlock::reports
