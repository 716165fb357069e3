// Lists as JSON.
#include <nlohmann/json.hpp>

#include "reports/lists.h"
#include "reports/utc.h"

namespace hotlock::reports {

namespace {

using Json = nlohmann::ordered_json;

std::string printed(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json metrics_of(const RunRow& row) {
    Json metrics = Json::array();
    for (const Metric& metric : row.metrics)
        metrics.push_back({{"name", metric.name}, {"value", metric.value}, {"unit", metric.unit}});
    return metrics;
}

}  // namespace

std::string runs_json(const std::vector<RunRow>& rows) {
    Json runs = Json::array();
    for (const RunRow& row : rows) {
        const RunInfo& run = row.run;
        runs.push_back({{"id", run.id.value},
                        {"label", run.label},
                        {"command", run.command},
                        {"started_at", utc_time(run.started_at)},
                        {"duration_ns", run.duration.count()},
                        {"exit_code", run.exit_code ? Json(*run.exit_code) : Json()},
                        {"threads", run.threads},
                        {"host", run.host},
                        {"complete", row.complete},
                        {"raw", to_string(row.raw)},
                        {"raw_bytes", row.raw_bytes ? Json(*row.raw_bytes) : Json()},
                        {"metrics", metrics_of(row)},
                        {"top_lock", row.top_lock.empty() ? Json() : Json(row.top_lock)},
                        {"top_lock_share", row.top_lock_share}});
    }
    return printed({{"schema", "hotlock.runs/1"}, {"runs", runs}});
}

}  // namespace hotlock::reports
