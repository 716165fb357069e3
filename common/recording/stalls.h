// Calibrations as records.
#pragma once

#include <vector>

#include "common/model/calibration.h"
#include "common/recording/records.h"

namespace hotlock::recording {

// One record a kind of stall, or one with the obstacle. Transfers stay out: a moment later they may
// be others.
std::vector<Calibration> records_of(const hotlock::Calibration& calibration);

// Adds what a record says; kinds that this version does not know are left out. Later records of a
// kind replace earlier ones.
void add_record(const Calibration& record, hotlock::Calibration& calibration);

}  // namespace hotlock::recording
