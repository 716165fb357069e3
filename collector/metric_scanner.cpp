#include "collector/metric_scanner.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "common/base/error.h"
#include "common/base/text.h"

namespace hotlock::collector {

namespace {

constexpr size_t max_line_bytes = 64 << 10;

std::unique_ptr<re2::RE2> compile(const std::string& regex) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    return std::make_unique<re2::RE2>(regex, options);
}

std::optional<double> parse_number(re2::StringPiece text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace

MetricPattern parse_metric_pattern(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
        throw UsageError(fmt::format("--metric {}: no NAME=REGEX", terminal_safe(text)),
                         "for example: --metric 'throughput=([0-9.]+) (ops/s)'");
    MetricPattern pattern{text.substr(0, equals), text.substr(equals + 1)};
    const auto compiled = compile(pattern.regex);
    if (!compiled->ok())
        throw UsageError(fmt::format("--metric {}: {}", terminal_safe(pattern.name),
                                     terminal_safe(compiled->error())),
                         "the syntax is RE2's: https://github.com/google/re2/wiki/Syntax");
    return pattern;
}

struct MetricScanner::Entry {
    std::string name;
    std::unique_ptr<re2::RE2> regex;
    std::optional<recording::Metric> found;
};

MetricScanner::MetricScanner(const std::vector<MetricPattern>& patterns) {
    entries_.reserve(patterns.size());
    for (const MetricPattern& pattern : patterns) {
        Entry& entry = entries_.emplace_back();
        entry.name = pattern.name;
        entry.regex = compile(pattern.regex);
    }
}

MetricScanner::~MetricScanner() = default;

void MetricScanner::feed(std::string_view output) {
    while (!output.empty()) {
        const size_t end = output.find('\n');
        const std::string_view piece = output.substr(0, end);
        line_.append(piece.substr(0, max_line_bytes - std::min(line_.size(), max_line_bytes)));
        if (end == std::string_view::npos) return;
        scan_line();
        output.remove_prefix(end + 1);
    }
}

void MetricScanner::scan_line() {
    for (Entry& entry : entries_) {
        re2::StringPiece groups[3];
        const int count = std::min(2, entry.regex->NumberOfCapturingGroups()) + 1;
        if (!entry.regex->Match(line_, 0, line_.size(), re2::RE2::UNANCHORED, groups, count))
            continue;
        const std::optional<double> value = parse_number(groups[count > 1 ? 1 : 0]);
        if (!value) continue;
        entry.found = recording::Metric{entry.name, *value, groups[2].as_string(), ""};
    }
    line_.clear();
}

std::vector<recording::Metric> MetricScanner::finish() {
    if (!line_.empty()) scan_line();
    std::vector<recording::Metric> metrics;
    for (const Entry& entry : entries_)
        if (entry.found) metrics.push_back(*entry.found);
    return metrics;
}

std::vector<std::string> MetricScanner::unmatched() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_)
        if (!entry.found) names.push_back(entry.name);
    return names;
}

}  // namespace hotlock::collector
