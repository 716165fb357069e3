// Calibrations as records.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/model/calibration.h"
#include "common/recording/records.h"

namespace hotlock::recording {

// One record a kind of stall, or one with the obstacle. What atomics cost goes with their stall.
std::vector<Calibration> records_of(const hotlock::Calibration& calibration);

// Adds what a record says; kinds that this version does not know are left out. Later records of a
// kind replace earlier ones.
void add_record(const Calibration& record, hotlock::Calibration& calibration);

// The records as lines of text (describe.h).
std::string stalls_text(const hotlock::Calibration& calibration);

// Nothing for a text with anything else in it.
std::optional<hotlock::Calibration> parse_stalls(std::string_view text);

}  // namespace hotlock::recording
