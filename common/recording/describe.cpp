// Writes records as text: a visitor of the field lists.
#include "common/recording/describe.h"

#include <fmt/format.h>

#include <optional>

#include "common/recording/fields.h"

namespace hotlock::recording {

namespace {

class Describer {
  public:
    explicit Describer(std::string_view name) : line_(name) {}

    const std::string& line() const { return line_; }

    void number(std::string_view name, uint64_t value) {
        if (value != 0) line_ += fmt::format(" {}={}", name, value);
    }
    void address(std::string_view name, uint64_t value) {
        if (value != 0) line_ += fmt::format(" {}=0x{:x}", name, value);
    }
    void key(std::string_view name, uint64_t value) { address(name, value); }
    void relative(std::string_view name, uint64_t value, uint64_t) { number(name, value); }
    void flag(std::string_view name, bool value) {
        if (value) line_ += fmt::format(" {}", name);
    }
    void real(std::string_view name, double value) {
        if (value != 0) line_ += fmt::format(" {}={}", name, value);
    }
    void text(std::string_view name, std::string_view value) {
        if (!value.empty()) line_ += fmt::format(" {}={}", name, escaped(value));
    }
    void bytes(std::string_view name, const std::string& value) {
        if (!value.empty()) line_ += fmt::format(" {}={}", name, hexadecimal(value));
    }
    void thread(std::string_view name, uint32_t pid, uint32_t tid) {
        if (pid != 0 || tid != 0) line_ += fmt::format(" {}={}/{}", name, pid, tid);
    }
    template <class T>
    void optional(std::string_view name, const std::optional<T>& value) {
        if (value) line_ += fmt::format(" {}={}", name, *value);
    }
    void frames(std::string_view name, const std::vector<uint64_t>& addresses) {
        if (!addresses.empty()) line_ += fmt::format(" {}={:#x}", name, fmt::join(addresses, ","));
    }
    void words(std::string_view name, const std::vector<StackWord>& words) {
        char separator = '=';
        if (!words.empty()) line_ += fmt::format(" {}", name);
        for (const StackWord& word : words) {
            line_ += fmt::format("{}{}:0x{:x}", separator, word.index, word.value);
            separator = ',';
        }
    }

  private:
    static std::string hexadecimal(const std::string& bytes) {
        std::string digits;
        for (const char c : bytes)
            digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
        return digits;
    }

    static std::string escaped(std::string_view text) {
        std::string safe;
        for (const char c : text) {
            if (c > ' ' && c < '\x7f' && c != '\\') {
                safe += c;
            } else {
                safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
            }
        }
        return safe;
    }

    std::string line_;
};

template <class R>
std::string describe_record(const R& record) {
    Describer describer(kind_of<R>.name);
    fields(describer, record);
    return describer.line();
}

}  // namespace

std::string describe(const Record& record) {
    return std::visit([](const auto& r) { return describe_record(r); }, record);
}

}  // namespace hotlock::recording
