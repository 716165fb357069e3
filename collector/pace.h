// Whether threads sleep so often that ticks of ours would change what they measure.
#pragma once

#include <cstdint>

namespace hotlock::collector {

class Pace {
  public:
    // Sleeps for locks and work since the last call, and the time since then (> 0).
    void update(uint64_t sleeps, uint64_t elapsed_ns);

    // From 10,000 a second on, until there are fewer than 3,000.
    bool slow() const { return slow_; }

  private:
    bool slow_ = false;
};

}  // namespace hotlock::collector
