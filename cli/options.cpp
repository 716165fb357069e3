#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <iterator>
#include <tuple>

#include "common/base/error.h"
#include "common/base/text.h"

namespace hotlock::cli {

namespace {

namespace po = boost::program_options;
using Value = OptionSpec::Value;
using Words = std::vector<std::string>;

std::vector<OptionSpec> all_options(const CommandSpec& spec) {
    std::vector<OptionSpec> options = spec.options;
    options.push_back({"help", 'h', Value::none, "", "show this help"});
    return options;
}

bool takes_word(const OptionSpec& option) {
    return option.value == Value::required || option.value == Value::repeated;
}

po::options_description describe(const CommandSpec& spec) {
    po::options_description description;
    for (const OptionSpec& option : all_options(spec)) {
        auto* value = po::value<Words>()->composing();
        if (option.value == Value::none) value->zero_tokens();
        const std::string name =
            option.letter ? fmt::format("{},{}", option.name, option.letter) : option.name;
        description.add_options()(name.c_str(), value, "");
    }
    return description;
}

// True when this word is an option whose value is the next word.
bool wants_next_word(const CommandSpec& spec, const std::string& word) {
    return std::ranges::any_of(all_options(spec), [&](const OptionSpec& option) {
        return takes_word(option) && (word == "--" + option.name ||
                                      (option.letter && word == std::string{'-', option.letter}));
    });
}

// "options [--] words" of a command that runs a program: everything from the first word that is no
// option belongs to the program.
std::tuple<Words, Words> split_program(const CommandSpec& spec, const Words& arguments) {
    size_t at = 0;
    while (at < arguments.size() && arguments[at] != "--" && arguments[at].starts_with('-'))
        at += wants_next_word(spec, arguments[at]) ? 2 : 1;
    at = std::min(at, arguments.size());
    const auto options_end = arguments.begin() + static_cast<ptrdiff_t>(at);
    const bool marked = options_end != arguments.end() && *options_end == "--";
    return {{arguments.begin(), options_end}, {options_end + (marked ? 1 : 0), arguments.end()}};
}

// Options with an optional value, given without one. Boost would take the next word for it, which
// may be the name of a run.
Words take_bare_options(const CommandSpec& spec, Words& words) {
    Words taken;
    const auto end = std::find(words.begin(), words.end(), "--");
    const auto bare = [&](const std::string& word) {
        return std::ranges::any_of(spec.options, [&](const OptionSpec& option) {
            return option.value == Value::optional && word == "--" + option.name;
        });
    };
    std::copy_if(words.begin(), end, std::back_inserter(taken), bare);
    words.erase(std::remove_if(words.begin(), end, bare), end);
    return taken;
}

std::string form_of(const OptionSpec& option) {
    std::string form = option.letter ? fmt::format("-{}, --{}", option.letter, option.name)
                                     : fmt::format("    --{}", option.name);
    if (option.value == Value::optional) form += "[=" + option.value_name + "]";
    if (takes_word(option)) form += " " + option.value_name;
    return form;
}

}  // namespace

bool Arguments::has(const std::string& name) const {
    return !values(name).empty();
}

std::optional<std::string> Arguments::value(const std::string& name) const {
    const Words all = values(name);
    return all.empty() ? std::nullopt : std::optional(all.back());
}

Words Arguments::values(const std::string& name) const {
    Words all;
    for (const auto& [given, value] : given_)
        if (given == name) all.push_back(value);
    return all;
}

Arguments parse(const CommandSpec& spec, const Words& arguments) {
    Arguments result;
    Words options = arguments;
    if (spec.runs_program) std::tie(options, result.words) = split_program(spec, arguments);
    for (const std::string& bare : take_bare_options(spec, options))
        result.given_.emplace_back(bare.substr(2), "");
    try {
        using namespace po::command_line_style;
        const po::options_description description = describe(spec);
        const auto parsed = po::command_line_parser(options)
                                .options(description)
                                .style(unix_style & ~allow_guessing)
                                .run();
        for (const po::option& option : parsed.options) {
            if (option.string_key.empty())
                result.words.insert(result.words.end(), option.value.begin(), option.value.end());
            else
                result.given_.emplace_back(option.string_key,
                                           option.value.empty() ? "" : option.value.front());
        }
    } catch (const po::error& error) {
        throw UsageError(fmt::format("{}: {}", spec.name, terminal_safe(error.what())),
                         fmt::format("`hotlock {} --help` lists the options", spec.name));
    }
    return result;
}

std::string help_text(const CommandSpec& spec) {
    std::string text =
        fmt::format("hotlock {} {}\n{}\n\nOptions:\n", spec.name, spec.usage, spec.summary);
    for (const OptionSpec& option : all_options(spec))
        text += fmt::format("  {:<27} {}\n", form_of(option), option.help);
    return text + "\nExamples:\n" + spec.examples;
}

double parse_seconds(const std::string& option, const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const std::string unit(stop, end);
    double scale = 0;
    if (unit.empty() || unit == "s") scale = 1;
    if (unit == "ms") scale = 1e-3;
    if (unit == "m" || unit == "min") scale = 60;
    if (unit == "h") scale = 3600;
    const double seconds = number * scale;
    if (error != std::errc() || !(seconds > 0) || !(seconds < 1e9))
        throw UsageError(fmt::format("{} {}: no duration", option, terminal_safe(text)),
                         "a number of seconds, or one with a unit: 5, 0.5, 200ms, 2m");
    return seconds;
}

uint64_t parse_size(const std::string& option, const std::string& text, uint64_t largest) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const std::string unit(stop, end);
    double scale = 0;
    if (unit.empty() || unit == "B") scale = 1;
    if (unit == "K" || unit == "KiB") scale = 1024;
    if (unit == "M" || unit == "MiB") scale = 1024.0 * 1024;
    if (unit == "G" || unit == "GiB") scale = 1024.0 * 1024 * 1024;
    const double bytes = number * scale;
    if (error != std::errc() || scale == 0 || !(bytes >= 0))
        throw UsageError(fmt::format("{} {}: no size", option, terminal_safe(text)),
                         "a number of bytes, or one with a unit: 0, 500K, 64M, 1G");
    if (bytes > static_cast<double>(largest))
        throw UsageError(fmt::format("{} {}: too much", option, terminal_safe(text)),
                         fmt::format("at most {}", human_size(largest)));
    return static_cast<uint64_t>(bytes);
}

}  // namespace hotlock::cli
