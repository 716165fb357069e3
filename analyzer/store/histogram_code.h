// Histograms as blobs: for each bucket, ascending, the distance from the previous bucket (the first
// one: from 0) and the count, both as unsigned LEB128.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/model/histogram.h"

namespace hotlock::store {

std::string encode(const Histogram& histogram);

// Nothing when `bytes` is not what encode() writes.
std::optional<Histogram> decode_histogram(std::string_view bytes);

}  // namespace hotlock::store
