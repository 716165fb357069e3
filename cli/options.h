// Command lines, by table. The door to Boost.Program_options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hotlock::cli {

struct OptionSpec {
    enum class Value { none, required, optional, repeated };

    std::string name;  // long form without dashes
    char letter = 0;   // short form, 0: none
    Value value = Value::none;
    std::string value_name;  // "FILE"
    std::string help;
};

struct CommandSpec {
    std::string name;
    std::string usage;     // after "hotlock NAME"
    std::string summary;   // one line
    std::string examples;  // whole lines, indented by two blanks
    std::vector<OptionSpec> options;
    bool runs_program = false;  // what is no option starts a command of its own
};

class Arguments {
  public:
    bool has(const std::string& name) const;

    // Value of an option; nothing when it was not given, "" when it was given without a value.
    std::optional<std::string> value(const std::string& name) const;
    std::vector<std::string> values(const std::string& name) const;

    std::vector<std::string> words;  // what is no option, in order

  private:
    friend Arguments parse(const CommandSpec& spec, const std::vector<std::string>& arguments);
    std::vector<std::pair<std::string, std::string>> given_;
};

// Throws UsageError.
Arguments parse(const CommandSpec& spec, const std::vector<std::string>& arguments);

std::string help_text(const CommandSpec& spec);

// Seconds with a fraction, or a number with a unit: "5", "0.5", "200ms", "2m". Throws UsageError
// naming `option`; 0 and less are refused.
double parse_seconds(const std::string& option, const std::string& text);

// Bytes, or a number with a unit that is a power of 1024: "0", "500K", "64M", "1.5G". Throws
// UsageError naming `option`; negative ones and more than `largest` are refused.
uint64_t parse_size(const std::string& option, const std::string& text, uint64_t largest);

}  // namespace hotlock::cli
