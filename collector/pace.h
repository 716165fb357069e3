// How often to tick. A tick interrupts a thread, and while that thread holds a lock that others
// queue for, all of them: each tick costs such a program some hundred microseconds.
#pragma once

#include <cstdint>

namespace hotlock::collector {

class Pace {
  public:
    // Sleeps for locks and work since the last call, and the time since then (> 0).
    void update(uint64_t sleeps, uint64_t elapsed_ns);

    // True while threads sleep so often that ticks would change what they measure: from 10,000 a
    // second on, until there are fewer than 3,000.
    bool slow() const { return slow_; }

    // By how much slower the ticks are then.
    static constexpr uint64_t factor = 16;

  private:
    bool slow_ = false;
};

}  // namespace hotlock::collector
