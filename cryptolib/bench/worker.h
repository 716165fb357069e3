// One thread of a run: repeats its workload's operation while the run's phase says so.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <latch>

#include "cryptolib/bench/waits.h"

namespace cryptobench {

// Bytes that one thread's data must fill so that no other thread's write disturbs it: two lines,
// because processors fetch lines in pairs.
inline constexpr size_t private_block = 128;

enum class Phase { waiting, warming_up, counting, stopped };

// What the threads of a run share. While they count they only read it.
class alignas(private_block) RunControl {
  public:
    explicit RunControl(unsigned threads) : ready_(threads) {}

    Phase phase() const { return phase_.load(std::memory_order_relaxed); }
    void advance(Phase to);  // a stopped run stays stopped
    void await_start() const { phase_.wait(Phase::waiting); }

    void report_ready() { ready_.count_down(); }
    void await_all_ready() const { ready_.wait(); }

  private:
    std::latch ready_;
    std::atomic<Phase> phase_ = Phase::waiting;
};

class alignas(private_block) Worker {
  public:
    using Body = void (*)(Worker&);

    // The `number`th thread of the run, from 0. Stops by itself after `operations`.
    Worker(RunControl& control, unsigned number, uint64_t operations)
        : control_(&control), number_(number), budget_(operations) {}

    // The whole life of the thread. A body makes its objects and then calls repeat() once.
    void run(Body body) noexcept;

    template <class Operation>
    void repeat(Operation operation) {
        await_start();
        while (control_->phase() == Phase::warming_up)
            operation();
        this_thread_waits() = {};
        uint64_t done = 0;
        for (; done < budget_ && control_->phase() == Phase::counting; ++done)
            operation();
        finish(done);
    }

    unsigned number() const { return number_; }
    uint64_t operations() const { return operations_; }
    std::chrono::steady_clock::time_point finished_at() const { return finished_at_; }
    const Waits& waits() const { return waits_; }
    const std::exception_ptr& failure() const { return failure_; }

  private:
    void await_start();
    void finish(uint64_t operations);

    RunControl* control_;
    unsigned number_;
    uint64_t budget_;
    bool ready_ = false;
    uint64_t operations_ = 0;
    std::chrono::steady_clock::time_point finished_at_;
    Waits waits_;
    std::exception_ptr failure_;
};

}  // namespace cryptobench
