// Who makes the ticks. A tick interrupts a thread, and while that thread holds a lock that others
// queue for, all of them: each tick of ours costs such a program some hundred microseconds.
#pragma once

#include <cstdint>

#include "collector/pace.h"

namespace hotlock::collector {

class TickSource {
  public:
    enum class Kind {
        clocks,       // ours, at their rates
        slow_clocks,  // ours, `slower` times as slow
        kernel,       // the kernel's own timer, whose interrupts come anyway
    };
    static constexpr uint64_t slower = 16;

    // `kernel_ticks`: the kernel's may be had. Not every machine's timer is one that the kernel
    // side hears: where none comes for half a second while threads sleep often, it is not asked
    // again.
    explicit TickSource(bool kernel_ticks) : kernel_ticks_(kernel_ticks) {}

    void note_kernel_tick() { ++heard_; }

    // `sleeps` of the program since the last call; `now`: CLOCK_MONOTONIC, ns. True when the kind
    // is another one now.
    bool update(uint64_t sleeps, uint64_t now);

    Kind kind() const { return kind_; }

  private:
    Kind choose(uint64_t now);

    bool kernel_ticks_;
    Pace pace_;
    Kind kind_ = Kind::clocks;
    uint64_t updated_at_ = 0;  // time
    uint64_t changed_at_ = 0;  // time
    uint64_t heard_ = 0;       // ticks of the kernel since then
};

}  // namespace hotlock::collector
