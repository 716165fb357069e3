// The report as JSON: the only file that knows nlohmann-json.
#include <nlohmann/json.hpp>

#include "cryptolib/bench/output.h"

namespace cryptobench {

using nlohmann::ordered_json;

namespace {

ordered_json to_json(const Waits& waits) {
    return {
        {"slept", waits.slept},
        {"slept_ns", waits.slept_time.count()},
        {"slept_max_ns", waits.slept_max.count()},
        {"slept_over_20us", waits.slept_long},
        {"slept_over_20us_ns", waits.slept_long_time.count()},
        {"churned", waits.churned},
        {"churned_ns", waits.churned_time.count()},
    };
}

}  // namespace

std::string json_report(const Report& report) {
    const RunResult& result = report.result;
    ordered_json json{
        {"workload", report.workload},
        {"variant", report.variant},
        {"threads", report.threads},
        {"operations", result.operations},
        {"seconds", std::chrono::duration<double>(result.time).count()},
        {"ops_per_second", result.operations_per_second()},
        {"fairness", result.fairness},
    };
    if (report.with_waits) json["waits"] = to_json(result.waits);
    return json.dump() + '\n';
}

}  // namespace cryptobench
