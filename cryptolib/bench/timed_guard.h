// A lock guard that measures how long its thread had to wait.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <mutex>

#include "cryptolib/bench/tsc_clock.h"
#include "cryptolib/bench/waits.h"

namespace cryptobench {

// How often this thread has given up its CPU in order to wait (200 to 300 ns a call).
inline long voluntary_switches() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

// Costs a try_lock when the lock is free. Otherwise it times the blocking lock call and tells from
// the thread's voluntary switches whether that call slept. All bookkeeping is done before the lock
// is requested or after it is released: measuring must not lengthen the critical section. So a
// section that itself sleeps turns churn into sleep; those measured here never do.
template <class Mutex>
class TimedGuard {
  public:
    explicit TimedGuard(Mutex& lock) : lock_(lock) {
        if (!lock_.try_lock()) wait();
    }
    TimedGuard(const TimedGuard&) = delete;
    TimedGuard& operator=(const TimedGuard&) = delete;
    ~TimedGuard() {
        lock_.unlock();
        if (waited_) count();
    }

  private:
    // noinline, as count(): the rare path stays out of the caller.
    [[gnu::noinline]] void wait() {
        waited_ = true;
        switches_ = voluntary_switches();
        begin_ = tsc_ticks();
        lock_.lock();
        end_ = tsc_ticks();
    }

    [[gnu::noinline]] void count() const {
        const nanoseconds time = tsc_clock().between(begin_, end_);
        if (voluntary_switches() != switches_)
            this_thread_waits().add_slept(time);
        else
            this_thread_waits().add_churned(time);
    }

    Mutex& lock_;
    bool waited_ = false;
    long switches_ = 0;
    uint64_t begin_ = 0;
    uint64_t end_ = 0;
};

}  // namespace cryptobench
