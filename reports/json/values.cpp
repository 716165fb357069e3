// Runs, quality, metrics and findings as JSON values.
#include "reports/json/values.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/utc.h"

namespace hotlock::reports {

Json json_ns(const std::optional<nanoseconds>& time) {
    return time ? Json(time->count()) : Json();
}

Json json_number(const std::optional<double>& number) {
    return number && std::isfinite(*number) ? Json(*number) : Json();
}

Json json_text(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json json_address(const std::optional<uint64_t>& address) {
    return address ? Json(fmt::format("{:#x}", *address)) : Json();
}

Json json_run(const RunInfo& run) {
    Json value;
    value["id"] = run.id ? Json(run.id.value) : Json();
    value["label"] = json_text(run.label);
    value["command"] = run.command;
    value["started_at"] = json_text(utc_time(run.started_at));
    value["duration_ns"] = run.duration.count();
    value["thread_time_ns"] = run.thread_time.count();
    value["exit_code"] = run.exit_code ? Json(*run.exit_code) : Json();
    value["threads"] = run.threads;
    value["cpus"] = run.cpus;
    value["host"] = json_text(run.host);
    value["kernel"] = json_text(run.kernel);
    value["cpu_model"] = json_text(run.cpu_model);
    value["git"] = json_text(run.git);
    value["user_ns"] = json_ns(run.user_time);
    value["system_ns"] = json_ns(run.system_time);
    return value;
}

Json json_quality(const Quality& quality) {
    Json value;
    value["complete"] = quality.complete;
    value["probes"] = Json::array();
    for (const ProbeState& probe : quality.probes) {
        Json row;
        row["name"] = probe.name;
        row["state"] = probe.state;
        row["reason"] = json_text(probe.reason);
        value["probes"].push_back(std::move(row));
    }
    value["lost_events"] = quality.lost_events;
    value["truncated_stacks"] = quality.truncated_stacks;
    value["unsymbolized_share"] = json_number(quality.unsymbolized_share);
    value["resolved_share"] = json_number(quality.resolved_share);
    value["overhead_share"] = json_number(quality.overhead_share);
    value["warnings"] = quality.warnings;
    return value;
}

Json json_metrics(const std::vector<Metric>& metrics) {
    Json values = Json::array();
    for (const Metric& metric : metrics) {
        Json value;
        value["name"] = metric.name;
        value["value"] = json_number(metric.value);
        value["unit"] = metric.unit;
        value["better"] = json_text(metric.better);
        values.push_back(std::move(value));
    }
    return values;
}

Json json_findings(const std::vector<Finding>& findings) {
    Json values = Json::array();
    for (const Finding& finding : findings) {
        Json value;
        value["rule"] = finding.rule;
        value["severity"] = finding.severity;
        value["title"] = finding.title;
        value["detail"] = finding.detail;
        value["advice"] = finding.advice;
        values.push_back(std::move(value));
    }
    return values;
}

std::string json_document(const Json& value) {
    return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

Json frame_value(const Frame& frame) {
    Json value;
    value["name"] = frame_name(frame);
    value["function"] = json_text(frame.function);
    value["module"] = json_text(frame.module);
    value["offset"] = json_address(frame.offset);
    value["file"] = json_text(frame.file);
    value["line"] = frame.line == 0 ? Json() : Json(frame.line);
    value["inlined"] = frame.inlined;
    return value;
}

}  // namespace

Json json_stack(const StackTable& stacks, StackId stack) {
    Json value = Json::array();
    for (const Frame* frame : stacks.frames(stack))
        value.push_back(frame_value(*frame));
    return value;
}

}  // namespace hotlock::reports
