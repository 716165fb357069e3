#include "collector/pace.h"

namespace hotlock::collector {

namespace {

constexpr double ns_per_second = 1e9;
constexpr double slow_from = 10'000;  // sleeps a second
constexpr double fast_below = 3'000;

}  // namespace

void Pace::update(uint64_t sleeps, uint64_t elapsed_ns) {
    const double rate =
        static_cast<double>(sleeps) * ns_per_second / static_cast<double>(elapsed_ns);
    slow_ = slow_ ? rate >= fast_below : rate >= slow_from;
}

}  // namespace hotlock::collector
