// Joins the sleeps of one lock call into one wait: a woken waiter that finds the lock taken again
// goes back to sleep inside the same call. Such sleeps share thread, stack, stack pointer and futex
// word (a write lock call may wait on two words, one after the other).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analyzer/profile/waits.h"
#include "common/model/histogram.h"
#include "common/recording/records.h"

namespace hotlock::profiling {

// Two such sleeps belong to one call when the thread used less CPU time than this between them and
// nothing proves the contrary. Inside one call it leaves the futex call, retries the atomic
// exchange and enters the next: 2 us on an idle machine, 20 us where caches are cold and interrupts
// are slow. A second call means an unlock in between, which wakes the waiters that there are, and
// functions that ran on the stack below: the probe looks for both (recording::Sleep::another_call).
// The limit decides only where it found neither.
inline constexpr uint64_t kSameCallCpuNs = 50'000;

// And less wall-clock time than this: a thread that was longer away without using the CPU slept
// elsewhere (another system call, a page fault), which no lock call does between two sleeps, or was
// preempted, which seldom hits just these microseconds. What lies between two sleeps of a wait
// counts as waiting, so a wrong joint adds at most this much.
inline constexpr uint64_t kSameCallGapNs = 100'000;

// False for times that no clock gives: running again before falling asleep, or a sleep of years.
bool possible(const recording::Sleep& sleep);

// What a lock call costs around its sleeps: entering the futex call until the thread has left its
// CPU, and leaving it again. The probe sees neither; but between two sleeps of one call lies just
// that, once each, so that the run itself tells: the median, once there are enough of them.
class PathCost {
  public:
    void add(uint64_t gap_ns);
    uint64_t typical_ns() const { return typical_; }  // 0: not known yet

  private:
    Histogram gaps_;
    uint64_t typical_ = 0;
};

class Joiner {
  public:
    // Takes the next sleep of a thread, in time order; gives the thread's previous wait when this
    // sleep is not part of it. `sleep` must be possible. A wait for a lock begins the path's cost
    // before its first sleep.
    std::optional<Wait> add(ThreadId thread, const WaitKey& key, const recording::Sleep& sleep);

    // The open wait of a thread that ends.
    std::optional<Wait> finish(ThreadId thread);

    // All waits that are still open, at the end of the recording.
    std::vector<Wait> finish();

  private:
    struct Open {
        Wait wait;
        uint64_t stack_pointer = 0;
    };
    Wait whole(Wait wait) const;

    PathCost path_;
    std::map<ThreadId, Open> open_;
};

}  // namespace hotlock::profiling
