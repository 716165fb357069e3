// Parses the command line: the only file that knows Boost.Program_options.
#include "cryptolib/bench/options.h"

#include <fmt/format.h>

// GCC 12 fears a null pointer in Boost's typed_value::notify, where the type always matches.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnull-dereference"
#include <boost/program_options.hpp>
#pragma GCC diagnostic pop
#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string>
#include <thread>

#include "cryptolib/bench/failure.h"

namespace cryptobench {

namespace po = boost::program_options;

namespace {

constexpr double max_seconds = 86'400;
constexpr uint64_t max_threads = 1'024;
constexpr uint64_t max_operations = 1'000'000'000'000'000;
constexpr auto default_duration = std::chrono::seconds(5);

// Values are read as text and converted here: Boost takes "-1" for an unsigned number.
po::options_description named_options() {
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("variant", po::value<std::string>()->value_name("NAME"),
        "side of the change: a variant's name, or before or patched");
    add("threads", po::value<std::string>()->value_name("N"), "default: one per online CPU");
    add("seconds", po::value<std::string>()->value_name("S"), "run for S seconds (default: 5)");
    add("ops", po::value<std::string>()->value_name("N"),
        "run N operations in total instead, dealt out evenly to the threads");
    add("warm-up", po::value<std::string>()->value_name("S"),
        "run for S seconds before counting (default: 0)");
    add("measure-waits", "time every lock call that has to wait (only for workloads with locks)");
    add("json", "print one line of JSON");
    add("help,h", "print this text");
    return options;
}

po::variables_map parse(const std::vector<std::string>& words) {
    po::options_description all = named_options();
    all.add_options()("workload", po::value<std::string>());
    po::positional_options_description positional;
    positional.add("workload", 1);
    using Style = po::command_line_style::style_t;
    constexpr int style = Style::unix_style & ~Style::allow_guessing;
    po::variables_map values;
    try {
        po::store(
            po::command_line_parser(words).options(all).positional(positional).style(style).run(),
            values);
    } catch (const po::error& error) {
        throw UsageError(error.what(), "`cryptobench --help` shows the options");
    }
    return values;
}

template <class Number>
Number number(const po::variables_map& values, const std::string& option, Number low, Number high) {
    const auto& text = values[option].as<std::string>();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool complete = error == std::errc() && end == text.data() + text.size();
    if (!complete || !(value >= low && value <= high)) {  // NaN fails here too
        throw UsageError(fmt::format("--{} cannot be '{}'", option, text),
                         fmt::format("give a number from {} to {}", low, high));
    }
    return value;
}

nanoseconds seconds(const po::variables_map& values, const std::string& option, double low) {
    return nanoseconds(std::llround(1e9 * number(values, option, low, max_seconds)));
}

const Workload& workload(const std::string& name) {
    if (const Workload* found = find_workload(name)) return *found;
    throw UsageError(fmt::format("no workload '{}'", name), "`cryptobench list` shows them");
}

const Variant& variant(const po::variables_map& values, const Workload& of) {
    std::string hint = "choose one:";
    for (const Variant& each : of.variants)
        hint += " " + each.title();
    if (values.count("variant") == 0)
        throw UsageError(fmt::format("{} needs --variant", of.name), hint);
    const auto& name = values["variant"].as<std::string>();
    if (const Variant* found = of.find_variant(name)) return *found;
    throw UsageError(fmt::format("{} has no variant '{}'", of.name, name), hint);
}

unsigned threads(const po::variables_map& values) {
    if (values.count("threads") == 0) return std::max(1U, std::thread::hardware_concurrency());
    return static_cast<unsigned>(number<uint64_t>(values, "threads", 1, max_threads));
}

RunPlan plan(const po::variables_map& values) {
    if (values.count("seconds") != 0 && values.count("ops") != 0)
        throw UsageError("--seconds and --ops exclude each other", "give one of them");
    RunPlan plan;
    plan.threads = threads(values);
    plan.duration = values.count("seconds") != 0 ? seconds(values, "seconds", 0.001)
                                                 : nanoseconds(default_duration);
    if (values.count("ops") != 0)
        plan.operations = number<uint64_t>(values, "ops", plan.threads, max_operations);
    if (values.count("warm-up") != 0) plan.warm_up = seconds(values, "warm-up", 0);
    return plan;
}

bool measure_waits(const po::variables_map& values, const Options& of) {
    if (values.count("measure-waits") == 0) return false;
    if (of.variant->timed_body == nullptr)
        throw UsageError(fmt::format("{} takes no locks to wait for", of.workload->name),
                         "leave --measure-waits out");
    return true;
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
    const po::variables_map values = parse(words);
    Options options;
    if (values.count("help") != 0) {
        options.command = Options::Command::help;
        return options;
    }
    if (values.count("workload") == 0)
        throw UsageError("nothing to do", "`cryptobench list` shows the workloads");
    const auto& command = values["workload"].as<std::string>();
    if (command == "list") {
        options.command = Options::Command::list;
        return options;
    }
    options.workload = &workload(command);
    options.variant = &variant(values, *options.workload);
    options.plan = plan(values);
    options.json = values.count("json") != 0;
    options.measure_waits = measure_waits(values, options);
    return options;
}

std::string describe_options() {
    std::ostringstream text;
    text << named_options();
    return text.str();
}

}  // namespace cryptobench
