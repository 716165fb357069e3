// MetricDelta of each metric name: values of the runs, medians, ratio, test, verdict.
#include "analyzer/compare/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analyzer/compare/compare.h"
#include "analyzer/compare/statistics.h"

namespace hotlock {
namespace {

using Profiles = std::vector<Profile>;

constexpr const char* wall_time = "wall time";

// What the runs of one side said about one metric.
struct Reports {
    std::vector<double> values;
    std::set<std::string> units;
    std::set<std::string> betters;
    size_t runs = 0;
};

// A metric that a run reports twice: the last report counts.
const Metric* find_metric(const Profile& profile, const std::string& name) {
    const auto found = std::find_if(profile.metrics.rbegin(), profile.metrics.rend(),
                                    [&name](const Metric& metric) { return metric.name == name; });
    return found == profile.metrics.rend() ? nullptr : &*found;
}

Reports reports_of(const Profiles& side, const std::string& name) {
    Reports reports;
    reports.runs = side.size();
    for (const Profile& profile : side) {
        const Metric* metric = find_metric(profile, name);
        if (metric == nullptr || !std::isfinite(metric->value)) continue;
        reports.values.push_back(metric->value);
        reports.units.insert(metric->unit);
        if (metric->better == "higher" || metric->better == "lower")
            reports.betters.insert(metric->better);
    }
    return reports;
}

bool is_time_unit(const std::string& unit) {
    static const std::set<std::string> times{"ns", "us", "µs", "ms", "s", "min", "h"};
    return times.contains(unit.substr(0, unit.find('/')));  // "ns/op" is a time, too
}

std::string better_by_unit(const std::string& unit) {
    if (unit.ends_with("/s")) return "higher";
    return is_time_unit(unit) ? "lower" : "";
}

std::string too_few_runs(size_t a, size_t b) {
    if (a == 1 && b == 1) return "1 run a side";
    return fmt::format("{} and {} runs cannot reach p < {}", a, b, significance_level);
}

// Sets p, verdict and reason of a metric whose values may be compared.
void judge(MetricDelta& metric) {
    const size_t a = metric.a_values.size();
    const size_t b = metric.b_values.size();
    const std::optional<RankSum> test = rank_sum_test(metric.a_values, metric.b_values);
    if (test) metric.p = test->p;
    if (!test || smallest_p(a, b) > significance_level) {
        metric.reason = too_few_runs(a, b);
    } else if (test->p > significance_level) {
        metric.reason = test->p >= 1 ? "no difference" : fmt::format("p = {:.2g}", test->p);
    } else if (metric.better.empty()) {
        metric.reason = "not said whether higher or lower is better";
    } else {
        const bool improved = (test->direction > 0) == (metric.better == "higher");
        metric.verdict = improved ? Verdict::better : Verdict::worse;
    }
}

std::optional<double> ratio_of(double a, double b) {
    const double ratio = b / a;
    return std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

std::string joined(const std::set<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::set<std::string> both(std::set<std::string> x, const std::set<std::string>& y) {
    x.insert(y.begin(), y.end());
    return x;
}

void warn_of_missing(const Reports& reports, const char* side, const std::string& name,
                     std::vector<std::string>& warnings) {
    const size_t missing = reports.runs - reports.values.size();
    if (missing == 0 || missing == reports.runs) return;
    warnings.push_back(fmt::format("{} of {} runs of {} did not report a usable number for {}.",
                                   missing, reports.runs, side, name));
}

MetricDelta make_delta(const std::string& name, Reports a, Reports b,
                       std::vector<std::string>& warnings) {
    MetricDelta metric;
    metric.name = name;
    const std::set<std::string> units = both(a.units, b.units);
    const std::set<std::string> betters = both(a.betters, b.betters);
    if (units.size() == 1) metric.unit = *units.begin();
    if (betters.empty()) metric.better = better_by_unit(metric.unit);
    if (betters.size() == 1) metric.better = *betters.begin();
    warn_of_missing(a, "A", name, warnings);
    warn_of_missing(b, "B", name, warnings);
    metric.a_values = std::move(a.values);
    metric.b_values = std::move(b.values);
    if (units.size() > 1) {
        metric.reason = "units differ: " + joined(units);
        warnings.push_back(
            fmt::format("{} is not compared: its units differ ({}).", name, joined(units)));
        return metric;
    }
    if (!metric.a_values.empty()) metric.a_median = median(metric.a_values);
    if (!metric.b_values.empty()) metric.b_median = median(metric.b_values);
    if (!metric.a_median || !metric.b_median) {
        metric.reason = metric.a_median   ? "only A reported it"
                        : metric.b_median ? "only B reported it"
                                          : "no usable number";
        return metric;
    }
    metric.ratio = ratio_of(*metric.a_median, *metric.b_median);
    judge(metric);
    return metric;
}

// In order of first appearance, side A before side B.
std::vector<std::string> metric_names(const Profiles& a, const Profiles& b) {
    std::vector<std::string> names;
    std::set<std::string> known;
    for (const Profiles* side : {&a, &b}) {
        for (const Profile& profile : *side) {
            for (const Metric& metric : profile.metrics) {
                if (known.insert(metric.name).second) names.push_back(metric.name);
            }
        }
    }
    return names;
}

Reports wall_times(const Profiles& side) {
    Reports reports;
    reports.runs = side.size();
    reports.units = {"s"};
    for (const Profile& profile : side) {
        if (!profile.run.exit_code) continue;  // attached or cut off
        reports.values.push_back(std::chrono::duration<double>(profile.run.duration).count());
    }
    return reports;
}

bool is_known(const std::vector<MetricDelta>& metrics, const std::string& name) {
    return std::any_of(metrics.begin(), metrics.end(),
                       [&name](const MetricDelta& metric) { return metric.name == name; });
}

bool has_metrics(const Profiles& side) {
    return std::any_of(side.begin(), side.end(),
                       [](const Profile& profile) { return !profile.metrics.empty(); });
}

void choose_primary(std::vector<MetricDelta>& metrics, bool reported_by_a) {
    if (metrics.empty()) return;
    auto primary = reported_by_a ? metrics.begin() : std::prev(metrics.end());
    if (reported_by_a && primary->name == operations_metric) {
        const auto next = std::next(primary);
        if (next != metrics.end() && !next->a_values.empty() && next->name != wall_time) {
            primary = next;
        }
    }
    primary->primary = true;
    std::rotate(metrics.begin(), primary, std::next(primary));
}

}  // namespace

std::vector<MetricDelta> compare_metrics(const Profiles& a, const Profiles& b,
                                         std::vector<std::string>& warnings) {
    std::vector<MetricDelta> metrics;
    for (const std::string& name : metric_names(a, b)) {
        metrics.push_back(make_delta(name, reports_of(a, name), reports_of(b, name), warnings));
    }
    Reports a_wall = wall_times(a);
    Reports b_wall = wall_times(b);
    const bool measured = a_wall.values.size() == a.size() && b_wall.values.size() == b.size();
    if (measured && !is_known(metrics, wall_time)) {
        metrics.push_back(make_delta(wall_time, std::move(a_wall), std::move(b_wall), warnings));
    }
    choose_primary(metrics, has_metrics(a));
    return metrics;
}

}  // namespace hotlock
