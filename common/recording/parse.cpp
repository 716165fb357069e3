// Reads records from text: a visitor of the field lists.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <system_error>

#include "common/base/error.h"
#include "common/recording/describe.h"
#include "common/recording/fields.h"

namespace hotlock::recording {

namespace {

constexpr std::string_view blanks = " \t\r";

[[noreturn]] void refuse(std::string_view what, std::string_view text) {
    throw Error(fmt::format("record text: {} '{}'", what, text),
                "common/recording/describe.h shows every record");
}

// Cuts off what stands before the separator, or all of it when there is none.
std::string_view cut(std::string_view& text, std::string_view separators) {
    const size_t end = std::min(text.find_first_of(separators), text.size());
    const std::string_view first = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return first;
}

template <class T>
T parse_number(std::string_view text) {
    const std::string_view whole = text;
    int base = 10;
    if (text.starts_with("0x")) {
        text.remove_prefix(2);
        base = 16;
    }
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size()) refuse("bad number", whole);
    return value;
}

char parse_hex_byte(std::string_view digits) {
    unsigned char byte = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) {
        refuse("bad byte", digits);
    }
    return static_cast<char>(byte);
}

class Parser {
  public:
    explicit Parser(std::string_view tokens) {
        while (!tokens.empty()) {
            const std::string_view token = cut(tokens, blanks);
            if (!token.empty()) add(token);
        }
    }

    // Every field of the line must have been asked for.
    void finish() const {
        if (!fields_.empty()) refuse("unknown field", fields_.begin()->first);
    }

    template <class T>
    void number(std::string_view name, T& value) {
        if (const auto text = take(name)) value = parse_number<T>(*text);
    }
    void address(std::string_view name, uint64_t& value) { number(name, value); }
    void key(std::string_view name, uint64_t& value) { number(name, value); }
    void relative(std::string_view name, uint64_t& value, uint64_t) { number(name, value); }
    void flag(std::string_view name, bool& value) {
        const auto field = fields_.find(name);
        if (field == fields_.end()) return;
        if (field->second) refuse("a flag has no value", name);
        fields_.erase(field);
        value = true;
    }
    void real(std::string_view name, double& value) {
        const auto text = take(name);
        if (!text) return;
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
        if (error != std::errc{} || end != text->data() + text->size()) refuse("bad number", *text);
    }
    void text(std::string_view name, std::string& value) {
        auto text = take(name);
        while (text && !text->empty()) {
            const bool escape = text->starts_with("\\x");
            if (!escape && text->front() == '\\') refuse("bad escape", *text);
            value += escape ? parse_hex_byte(text->substr(2, 2)) : text->front();
            text->remove_prefix(escape ? 4 : 1);
        }
    }
    void bytes(std::string_view name, std::string& value) {
        auto text = take(name);
        while (text && !text->empty()) {
            value += parse_hex_byte(text->substr(0, 2));
            text->remove_prefix(2);
        }
    }
    void thread(std::string_view name, uint32_t& pid, uint32_t& tid) {
        auto text = take(name);
        if (!text) return;
        pid = parse_number<uint32_t>(cut(*text, "/"));
        tid = parse_number<uint32_t>(*text);
    }
    template <class T>
    void optional(std::string_view name, std::optional<T>& value) {
        if (const auto text = take(name)) value = parse_number<T>(*text);
    }
    void frames(std::string_view name, std::vector<uint64_t>& addresses) {
        auto text = take(name);
        while (text && !text->empty())
            addresses.push_back(parse_number<uint64_t>(cut(*text, ",")));
    }
    void words(std::string_view name, std::vector<StackWord>& words) {
        auto text = take(name);
        while (text && !text->empty()) {
            std::string_view item = cut(*text, ",");
            const auto index = parse_number<uint32_t>(cut(item, ":"));
            words.push_back({index, parse_number<uint64_t>(item)});
        }
        if (!ascending(words)) refuse("indices must ascend in", name);
    }

  private:
    void add(std::string_view token) {
        const bool has_value = token.find('=') != std::string_view::npos;
        const std::string_view name = cut(token, "=");
        const auto value = has_value ? std::optional(token) : std::nullopt;
        if (!fields_.emplace(name, value).second) refuse("repeated field", name);
    }

    std::optional<std::string_view> take(std::string_view name) {
        const auto field = fields_.find(name);
        if (field == fields_.end()) return std::nullopt;
        if (!field->second) refuse("no value for", name);
        const auto value = field->second;
        fields_.erase(field);
        return value;
    }

    std::map<std::string_view, std::optional<std::string_view>> fields_;  // no value: bare name
};

std::string_view trimmed(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    return line;
}

}  // namespace

Record parse_line(std::string_view line) {
    line = trimmed(line);
    const std::string_view name = cut(line, blanks);
    std::optional<Record> record = record_of([&](const Kind& kind) { return kind.name == name; });
    if (!record) refuse("unknown record", name);
    Parser parser(line);
    std::visit([&](auto& r) { fields(parser, r); }, *record);
    parser.finish();
    return *record;
}

std::vector<Record> parse_lines(std::string_view text) {
    std::vector<Record> records;
    while (!text.empty()) {
        const std::string_view line = trimmed(cut(text, "\n"));
        if (!line.empty() && line.front() != '#') records.push_back(parse_line(line));
    }
    return records;
}

}  // namespace hotlock::recording
