// The document "hotlock.diff/1".
#include <nlohmann/json.hpp>

#include "common/model/sides.h"
#include "reports/json/values.h"
#include "reports/report.h"

namespace hotlock::reports {
namespace {

Json side_value(const std::string& name, const std::vector<Profile>& runs) {
    Json value;
    value["name"] = name;
    value["runs"] = Json::array();
    for (const Profile& profile : runs) {
        Json run = json_run(profile.run);
        run["quality"] = json_quality(profile.quality);
        run["metrics"] = json_metrics(profile.metrics);
        value["runs"].push_back(std::move(run));
    }
    return value;
}

Json values_of(const std::vector<double>& numbers) {
    Json values = Json::array();
    for (const double number : numbers)
        values.push_back(json_number(number));
    return values;
}

Json metric_value(const MetricDelta& metric) {
    Json value;
    value["name"] = metric.name;
    value["unit"] = metric.unit;
    value["better"] = json_text(metric.better);
    value["primary"] = metric.primary;
    value["a_values"] = values_of(metric.a_values);
    value["b_values"] = values_of(metric.b_values);
    value["a_median"] = json_number(metric.a_median);
    value["b_median"] = json_number(metric.b_median);
    value["ratio"] = json_number(metric.ratio);
    value["ci_low"] = json_number(metric.ci_low);
    value["ci_high"] = json_number(metric.ci_high);
    value["p"] = json_number(metric.p);
    value["verdict"] = to_string(metric.verdict);
    value["reason"] = json_text(metric.reason);
    return value;
}

Json lock_side_value(const std::optional<LockOnSide>& side) {
    if (!side) return {};
    Json value;
    value["name"] = side->name;
    value["share"] = json_number(side->share);
    value["waits"] = json_number(side->waits);
    value["wait_ns"] = side->wait.count();
    value["runs"] = side->runs;
    value["rank"] = side->rank;
    return value;
}

Json lock_value(const LockDelta& lock) {
    Json value;
    value["name"] = lock.name;
    value["match_confidence"] = json_number(lock.match_confidence);
    value["a"] = lock_side_value(lock.a);
    value["b"] = lock_side_value(lock.b);
    value["wait_ns_per_op_a"] = json_number(lock.wait_ns_per_op_a);
    value["wait_ns_per_op_b"] = json_number(lock.wait_ns_per_op_b);
    value["delta"] = json_number(lock.delta);
    value["p_adjusted"] = json_number(lock.p_adjusted);
    value["verdict"] = lock.verdict;
    return value;
}

Json line_side_value(const std::optional<LineOnSide>& side) {
    if (!side) return {};
    Json value;
    value["share"] = json_number(side->share);
    value["samples"] = json_number(side->samples);
    value["sharing"] = to_string(side->sharing);
    value["runs"] = side->runs;
    return value;
}

Json line_value(const LineDelta& line) {
    Json value;
    value["name"] = line.name;
    value["a"] = line_side_value(line.a);
    value["b"] = line_side_value(line.b);
    value["delta"] = json_number(line.delta);
    value["verdict"] = line.verdict;
    return value;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
    const SideNames names = side_names(comparison);
    Json document;
    document["schema"] = "hotlock.diff/1";
    document["a"] = side_value(names.a, comparison.a);
    document["b"] = side_value(names.b, comparison.b);
    document["pairs"] = comparison.pairs ? Json(*comparison.pairs) : Json();
    document["metrics"] = Json::array();
    for (const MetricDelta& metric : comparison.metrics)
        document["metrics"].push_back(metric_value(metric));
    document["locks"] = Json::array();
    for (const LockDelta& lock : comparison.locks)
        document["locks"].push_back(lock_value(lock));
    // Sections of probes that did not run: absent, which is not the same as empty.
    for (const char* section : {"lines", "cpu", "counters"})
        document[section] = nullptr;
    if (lines_recorded(comparison.a) && lines_recorded(comparison.b))
        document["lines"] = Json::array();
    for (const LineDelta& line : comparison.lines)
        document["lines"].push_back(line_value(line));
    document["findings"] = json_findings(comparison.findings);
    document["warnings"] = comparison.warnings;
    document["verdict"] = to_string(comparison.verdict);
    document["reason"] = json_text(comparison.reason);
    return json_document(document);
}

}  // namespace hotlock::reports
