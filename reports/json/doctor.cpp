// What this machine can do, as JSON.
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/json/values.h"
#include "reports/lists.h"

namespace hotlock::reports {

namespace {

Json stall_value(const StallTicks& ticks) {
    Json value;
    value["kind"] = to_string(ticks.stall);
    value["ticks"] = ticks.all();
    value["histogram"] = ticks.behind;  // index: distance in instructions
    value["elsewhere"] = ticks.elsewhere;
    value["expected_share"] = json_number(ticks.expected_share());
    return value;
}

double tenths(fractional_ns time) {
    return std::round(time.count() * 10) / 10;
}

Json transfer_value(const LineTransfer& transfer) {
    Json value;
    value["cpus"] = transfer.cpus;
    value["bursts"] = transfer.bursts;
    value["median_ns"] = tenths(transfer.median);
    value["low_ns"] = tenths(transfer.low);
    value["high_ns"] = tenths(transfer.high);
    value["distance"] = transfer.near() ? "near" : "far";
    return value;
}

Json calibration_value(const Calibration& calibration) {
    const LineTier tier = judge(calibration);
    const auto& transfer = calibration.transfer;
    Json value;
    value["kinds"] = Json::array();
    for (const StallTicks& ticks : calibration.stalls)
        value["kinds"].push_back(stall_value(ticks));
    value["expected_share"] = json_number(tier.expected_share);
    value["least_expected_share"] = least_expected_share;
    value["tier"] = tier.on ? "on" : "off";
    value["reason"] = json_text(tier.reason);
    value["transfer"] = transfer ? transfer_value(*transfer) : Json();
    value["private_atomic_ns"] = transfer ? Json(tenths(transfer->private_atomic)) : Json();
    return value;
}

}  // namespace

std::string doctor_json(const std::vector<Capability>& capabilities,
                        const Calibration& calibration) {
    Json document;
    document["schema"] = "hotlock.doctor/1";
    document["capabilities"] = Json::array();
    for (const Capability& row : capabilities) {
        Json value;
        value["name"] = row.name;
        value["state"] = row.state;
        value["detail"] = row.detail;
        value["fix"] = json_text(row.fix);
        document["capabilities"].push_back(std::move(value));
    }
    document["calibration"] = calibration_value(calibration);
    return json_document(document);
}

}  // namespace hotlock::reports
