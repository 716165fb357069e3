// Waits added up while the recording is read: one cell per futex word, kind of call and call stack.
// Memory grows with the number of distinct cells, not with the number of waits.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "analyzer/profile/raw_stacks.h"
#include "analyzer/profile/threads.h"
#include "common/model/histogram.h"
#include "common/model/lock.h"
#include "common/recording/records.h"

namespace hotlock::profiling {

// What a futex call says about its word, reduced to what classification asks for.
struct FutexCall {
    uint32_t operation = 0;   // as in recording::Sleep
    uint32_t value = 0;       // the expected value; 4 stands for 4 and more
    bool owner_word = false;  // the value has FUTEX_WAITERS set: an owner's tid with a waiting flag
    bool thread_word = false;  // the value is a thread's tid, or an exiting thread ended the sleep

    auto operator<=>(const FutexCall&) const = default;
};

FutexCall futex_call(const recording::Sleep& sleep, const ThreadTable& threads);

// What waits must share to be added up.
struct WaitKey {
    uint32_t pid = 0;
    uint64_t address = 0;  // futex word
    FutexCall call;
    RawStackId stack;

    auto operator<=>(const WaitKey&) const = default;
};

// One lock call that slept.
struct Wait {
    WaitKey key;
    ThreadId thread;
    uint64_t weight = 1;  // lock calls that it stands for: of a busy lock not all are recorded
    uint64_t from = 0;    // first sleep began
    uint64_t until = 0;   // ran again after the last one
    uint64_t sleeps = 0;
    uint64_t free = 0;  // ns woken but not running, summed over the sleeps
};

// Sleeps that this one stands for, itself included.
uint64_t weight_of(const recording::Sleep& sleep);

struct WakerKey {
    uint32_t pid = 0;
    uint32_t tid = 0;
    RawStackId stack;
    bool exiting = false;

    auto operator<=>(const WakerKey&) const = default;
};

struct WakeSums {
    uint64_t wakes = 0;
    nanoseconds woken_wait{0};  // of the sleeps that they ended
};

struct WaitCell {
    WaitSums sums;
    nanoseconds longest{0};
    Histogram histogram;
    uint64_t last_time = 0;
    std::map<WakerKey, WakeSums> wakers;
    std::map<ThreadId, nanoseconds> threads;  // wait of each
};

class WaitTable {
  public:
    void add(const Wait& wait);

    // Notes who ended a sleep; sleeps without a waker are passed over.
    void add_waker(const WaitKey& key, const recording::Sleep& sleep, RawStackId waker_stack);

    // Only cells with at least one wait matter; a cell without has wakers of joined sleeps only.
    const std::map<WaitKey, WaitCell>& cells() const { return cells_; }

    // The call stacks of all waits and of those who ended them.
    std::set<RawStackId> stacks() const;

    // Waits left out since the sum of all would leave the range of 64-bit nanoseconds (146 years).
    uint64_t left_out() const { return left_out_; }

  private:
    std::map<WaitKey, WaitCell> cells_;
    uint64_t waited_ns_ = 0;
    uint64_t woken_ns_ = 0;
    uint64_t left_out_ = 0;
};

}  // namespace hotlock::profiling
