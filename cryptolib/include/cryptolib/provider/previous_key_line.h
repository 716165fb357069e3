// The variable behind the policies that keep the previous key.
#pragma once

#include <atomic>

#include "cryptolib/include/cryptolib/provider/service_key.h"

namespace cryptolib {

// Fills a cache line, so that nothing else is on it: measurements of two builds shall compare.
struct alignas(64) PreviousKeyLine {
    std::atomic<const ServiceKey*> key = nullptr;
};

}  // namespace cryptolib
