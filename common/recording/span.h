// The time that a record speaks of.
#pragma once

#include <cstdint>
#include <optional>

#include "common/recording/records.h"

namespace hotlock::recording {

// CLOCK_MONOTONIC in ns; first <= last.
struct Span {
    uint64_t first = 0;
    uint64_t last = 0;  // when the record was made
};

// Nothing for records without a time.
std::optional<Span> span_of(const Record& record);

}  // namespace hotlock::recording
