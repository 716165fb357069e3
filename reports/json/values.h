// Pieces that both documents share. Private to reports/json: the door to nlohmann-json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "common/model/coverage.h"
#include "common/model/profile.h"

namespace hotlock::reports {

// Keeps keys in the order in which they are set.
using Json = nlohmann::ordered_json;

// Absent and empty become null; a non-finite number is null, too (JSON has none).
Json json_ns(const std::optional<nanoseconds>& time);
Json json_number(const std::optional<double>& number);
Json json_text(const std::string& text);
Json json_address(const std::optional<uint64_t>& address);  // "0x7f00"

Json json_run(const RunInfo& run);
Json json_quality(const Quality& quality);
Json json_metrics(const std::vector<Metric>& metrics);
Json json_stack(const StackTable& stacks, StackId stack);  // frames, leaf first
Json json_findings(const std::vector<Finding>& findings);

// Sets "lines", "cpu" and "cpu_stacks"; null when the samples probe did not run, "lines" also when
// its ticks fell beside their places.
void put_samples(Json& document, const Profile& profile);

// Two spaces a level, a newline at the end. Bytes that are not UTF-8 become U+FFFD.
std::string json_document(const Json& value);

}  // namespace hotlock::reports
