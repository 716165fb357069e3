// Whole lines, pages and the like.
#pragma once

#include <cstdint>

namespace hotlock {

// The least multiple of `to` that is not below `value`; `value` itself for `to` = 0.
constexpr uint64_t rounded_up(uint64_t value, uint64_t to) {
    return to == 0 ? value : (value + to - 1) / to * to;
}

}  // namespace hotlock
