// What lock calls that did not get the lock at once have cost, as --measure-waits reports it.
#pragma once

#include <chrono>
#include <cstdint>

namespace cryptobench {

using std::chrono::nanoseconds;

struct Waits {
    // Waits shorter than this cost about as much as going to sleep and waking up.
    static constexpr nanoseconds long_wait{20'000};

    uint64_t slept = 0;  // lock calls that gave up the CPU at least once
    nanoseconds slept_time{0};
    nanoseconds slept_max{0};
    uint64_t slept_long = 0;  // those of them that took more than long_wait
    nanoseconds slept_long_time{0};
    uint64_t churned = 0;  // lock calls that were refused at first, but never slept
    nanoseconds churned_time{0};

    void add_slept(nanoseconds time);
    void add_churned(nanoseconds time);
    void add(const Waits& other);
};

// Where TimedGuard counts, for it is made too deep inside a library to be handed an object.
Waits& this_thread_waits();

}  // namespace cryptobench
