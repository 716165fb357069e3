// hotlock record: runs or attaches to a program, stores the run.
#include "collector/record.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

#include "analyzer/symbols/symbolizer.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/message.h"
#include "collector/calibration_memory.h"
#include "collector/identity.h"
#include "collector/privileged.h"
#include "collector/samples_events.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/model/coverage.h"

namespace hotlock::cli {
namespace {

pid_t parse_pid(const std::string& text) {
    pid_t pid = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, pid);
    if (error != std::errc() || stop != end || pid <= 0)
        throw UsageError(fmt::format("--pid {}: no process id", terminal_safe(text)),
                         "`ps -e` lists the processes");
    return pid;
}

uint32_t parse_frequency(const std::string& text) {
    uint32_t frequency = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, frequency);
    if (error != std::errc() || stop != end || frequency > collector::highest_frequency)
        throw UsageError(
            fmt::format("--freq {}: no rate in Hz", terminal_safe(text)),
            fmt::format("use a number from 0 (no samples) to {}", collector::highest_frequency));
    return frequency;
}

void check_target(const collector::RecordOptions& options) {
    if (options.command.empty() == !options.attach.has_value())
        throw UsageError(options.attach ? "record takes a program or --pid, not both"
                                        : "record needs a program to run, or --pid",
                         "for example: hotlock record -- ./program, or: hotlock record -p 1234");
    if (options.attach && !options.metrics.empty())
        throw UsageError("--metric reads the output of a program that hotlock starts",
                         "leave it out with --pid");
}

collector::RecordOptions read_options(const Arguments& arguments) {
    collector::RecordOptions options;
    options.command = arguments.words;
    if (const auto pid = arguments.value("pid")) options.attach = parse_pid(*pid);
    if (const auto duration = arguments.value("duration"))
        options.duration = std::chrono::nanoseconds(
            static_cast<int64_t>(parse_seconds("--duration", *duration) * 1e9));
    const auto frequency = arguments.value("freq");
    options.frequency = frequency ? parse_frequency(*frequency) : collector::default_frequency;
    options.adapt_frequency = !frequency;  // who asks for a rate gets it
    options.every_wait = arguments.has("every-wait");
    if (const auto label = arguments.value("label")) options.label = checked_label(*label);
    for (const std::string& metric : arguments.values("metric"))
        options.metrics.push_back(collector::parse_metric_pattern(metric));
    options.raw_limit = raw_limit(arguments);
    options.spool_prefix = database_path(arguments);
    check_target(options);
    return options;
}

// The privileged part is a child that is forked while we still have rights; from then on we are
// the user who called sudo.
collector::PrivilegedPart split_privileges() {
    const std::optional<collector::Identity> user = collector::invoking_user();
    auto privileged = collector::PrivilegedPart::start(user ? user->uid : ::getuid());
    if (user) collector::become(*user);
    return privileged;
}

std::string probes_on(const Quality& quality) {
    std::string names;
    for (const ProbeState& probe : quality.probes)
        if (probe.state == "on") names += (names.empty() ? "" : "+") + probe.name;
    return names.empty() ? "none" : names;
}

void print_summary(const Profile& profile, RunId id, const std::string& database) {
    const Quality& quality = profile.quality;
    for (const std::string& warning : quality.warnings)
        say("warning: {}", terminal_safe(warning));
    for (const ProbeState& part : quality.probes)
        if (part.name == cache_lines_part && part.state != "on")
            say("warning: {}: {}, {}", part.name, part.state, terminal_safe(part.reason));
    std::string cost;
    if (quality.overhead_share)
        cost = fmt::format(", own cost about {}", human_share(*quality.overhead_share));
    say("run {} recorded to {}: {}, {} {}, probes {}, {} lost{}", id.value, terminal_safe(database),
        human_time(profile.run.duration), profile.run.threads,
        profile.run.threads == 1 ? "thread" : "threads", probes_on(quality), quality.lost_events,
        cost);
}

int run(const Arguments& arguments) {
    const std::string database = database_path(arguments);
    collector::RecordOptions options = read_options(arguments);
    const std::optional<uint64_t> total = raw_total(arguments);
    auto privileged = split_privileges();
    { const Store writable(database, Store::Mode::write); }  // fail before the program runs
    salvage(database);
    if (options.frequency > 0) options.calibration = collector::known_calibration(privileged);

    const ElfKnowledge knowledge = open_elf_knowledge();
    const collector::Recorded recorded =
        collector::record(options, privileged, {*knowledge.rules, *knowledge.functions});

    Analysis analysis = analyze(recorded.spool);
    Profile& profile = analysis.profile;
    for (const std::string& name : recorded.unmatched_metrics)
        profile.quality.warnings.push_back(
            fmt::format("The output had no number for the metric {}.", name));
    if (recorded.left_running > 0)
        profile.quality.warnings.push_back(fmt::format(
            "{} of its processes were still running when the program ended, and are not in this "
            "run from then on: attach to them with --pid.",
            recorded.left_running));
    const RunId id = store_run(database, analysis, total);
    ::unlink(recorded.spool.c_str());
    print_summary(profile, id, database);
    return recorded.exit_code.value_or(0);
}

}  // namespace

Command record_command() {
    using Value = OptionSpec::Value;
    return {
        {"record",
         "[options] -- PROGRAM [ARGUMENTS]\n       hotlock record [options] -p PID",
         "run a program, or attach to one, and store what its threads wait for",
         "  sudo hotlock record -- ./server --threads 8\n"
         "  sudo hotlock record -p 1234 -d 10\n"
         "  sudo hotlock record --label before --metric 'speed=([0-9.]+) (ops/s)' -- ./bench\n"
         "\n"
         "The exit status is the program's own (128 + N for a signal); 125 when hotlock failed,\n"
         "126 when the program cannot be run, 127 when it is not found.\n",
         {{"pid", 'p', Value::required, "PID", "attach to a running process"},
          {"duration", 'd', Value::required, "SECONDS",
           "stop recording after this time; a started program runs on to its end"},
          {"freq", 'F', Value::required, "HZ",
           "rate of the samples of what threads do on their CPUs; 0: none (default: 499, at most "
           "10000)"},
          {"every-wait", 0, Value::none, "",
           "record each wait for the busiest locks too, which slows them down; by default, from "
           "10,000 sleeps a second on, all are counted and one in four is recorded"},
          {"label", 'l', Value::required, "NAME",
           "name of the run; several runs may share one (a side of a comparison)"},
          {"metric", 'm', Value::repeated, "NAME=REGEX",
           "read a number from the program's output: group 1 the value, group 2 its unit"},
          raw_limit_option(),
          raw_total_option(),
          db_option()},
         true},
        run,
        true};
}

}  // namespace hotlock::cli
