// Adds up waits.
#include "cryptolib/bench/waits.h"

#include <algorithm>

namespace cryptobench {

void Waits::add_slept(nanoseconds time) {
    ++slept;
    slept_time += time;
    slept_max = std::max(slept_max, time);
    if (time <= long_wait) return;
    ++slept_long;
    slept_long_time += time;
}

void Waits::add_churned(nanoseconds time) {
    ++churned;
    churned_time += time;
}

void Waits::add(const Waits& other) {
    slept += other.slept;
    slept_time += other.slept_time;
    slept_max = std::max(slept_max, other.slept_max);
    slept_long += other.slept_long;
    slept_long_time += other.slept_long_time;
    churned += other.churned;
    churned_time += other.churned_time;
}

Waits& this_thread_waits() {
    static thread_local Waits waits;
    return waits;
}

}  // namespace cryptobench
