// What a recording says about the run as a whole.
#include "analyzer/profile/run_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "analyzer/profile/time_math.h"
#include "common/model/coverage.h"
#include "common/recording/span.h"
#include "common/recording/stalls.h"

namespace hotlock::profiling {

namespace {

std::optional<nanoseconds> as_optional_time(const std::optional<uint64_t>& ns) {
    return ns ? std::optional(as_time(*ns)) : std::nullopt;
}

std::vector<std::string> split_words(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\0', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// CPU time below which a share of it says nothing: a tenth of one CPU, so that there is room for
// our work, and ten times what our start and end cost.
double least_cpu_ns(const RunTimes& times) {
    constexpr double start_and_end_ns = 5e6;
    return std::max(static_cast<double>(times.end - times.start), 100 * start_and_end_ns) / 10;
}

// Our share of the CPU time that the program used; nothing when that is not known or next to none.
std::optional<double> overhead(const recording::End& end, const RunTimes& times) {
    if (!end.user_ns || !end.system_ns) return std::nullopt;
    const double program = static_cast<double>(*end.user_ns) + static_cast<double>(*end.system_ns);
    if (program < least_cpu_ns(times)) return std::nullopt;
    return static_cast<double>(end.own_ns) / program;
}

}  // namespace

void RunFacts::observe(const recording::Record& record) {
    if (const auto span = recording::span_of(record)) last_time_ = std::max(last_time_, span->last);
    std::visit([this](const auto& known) { take(known); }, record);
}

void RunFacts::take(const recording::Metric& metric) {
    metrics_.push_back({metric.name, metric.value, metric.unit, metric.better});
}

// A probe that reports again has changed its state.
void RunFacts::take(const recording::ProbeState& probe) {
    const ProbeState state{probe.name, probe.state, probe.reason};
    const auto has_name = [&probe](const ProbeState& known) { return known.name == probe.name; };
    const auto known = std::find_if(probes_.begin(), probes_.end(), has_name);
    if (known == probes_.end()) {
        probes_.push_back(state);
    } else {
        *known = state;
    }
}

void RunFacts::take(const recording::Calibration& record) {
    if (!calibration_) calibration_.emplace();
    recording::add_record(record, *calibration_);
}

// Says of the samples what their calibration means for cache lines.
void RunFacts::judge_lines(std::vector<ProbeState>& probes) const {
    const auto samples = std::find_if(probes.begin(), probes.end(), [](const ProbeState& probe) {
        return probe.name == "samples" && probe.state == "on";
    });
    if (!calibration_ || samples == probes.end()) return;
    const LineTier tier = judge(*calibration_);
    if (!tier.on) {
        probes.push_back({cache_lines_part, "off", tier.reason});
    } else if (!tier.reason.empty()) {
        samples->reason += fmt::format("{}whether cache lines are right (not calibrated: {})",
                                       samples->reason.empty() ? "" : ", ", tier.reason);
    }
}

std::optional<AtomicCost> RunFacts::atomic_cost() const {
    return calibration_ ? calibration_->cost : std::nullopt;
}

std::string RunFacts::meta(const std::string& key) const {
    const auto found = meta_.find(key);
    return found == meta_.end() ? "" : found->second;
}

std::optional<uint64_t> RunFacts::number(const std::string& key) const {
    const std::string text = meta(key);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

RunTimes RunFacts::times(std::optional<uint64_t> first_start) const {
    const uint64_t end = end_ ? end_->time : last_time_;
    const uint64_t start = number("start").value_or(first_start.value_or(end));
    return {start, std::max(start, end)};
}

RunInfo RunFacts::info(const RunTimes& times) const {
    RunInfo run;
    run.label = meta("label");
    run.command = split_words(meta("command"));
    run.started_at = as_time(number("started_at").value_or(0)).count();
    run.duration = as_time(times.end - times.start);
    constexpr uint64_t most_cpus = std::numeric_limits<uint32_t>::max();
    run.cpus = static_cast<uint32_t>(std::min(number("cpus").value_or(0), most_cpus));
    run.host = meta("host");
    run.kernel = meta("kernel");
    run.cpu_model = meta("cpu_model");
    run.git = meta("git");
    if (end_) {
        run.exit_code = end_->exit_code;
        run.user_time = as_optional_time(end_->user_ns);
        run.system_time = as_optional_time(end_->system_ns);
    }
    return run;
}

Quality RunFacts::quality(const RunTimes& times) const {
    Quality quality;
    quality.probes = probes_;
    judge_lines(quality.probes);
    quality.complete = end_.has_value();
    if (end_) quality.overhead_share = overhead(*end_, times);
    if (!meta("cut").empty()) {
        quality.warnings.emplace_back(
            "The recording was cut at the limit of its size: what the program did after its last "
            "event is not known.");
    } else if (!end_) {
        quality.warnings.emplace_back(
            "The recording was interrupted: what the program did after its last event is not "
            "known.");
    }
    if (!meta("perf_maps_cut").empty())
        quality.warnings.emplace_back(
            "A perf map was longer than 64 MiB: names of code that was compiled early are "
            "missing.");
    for (const auto& [key, count] : lost_) {
        const auto& [probe, what] = key;
        quality.lost_events += count;
        if (count > 0)
            quality.warnings.push_back(fmt::format("The {} probe lost {} {}.", probe, count, what));
    }
    return quality;
}

}  // namespace hotlock::profiling
