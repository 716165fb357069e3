// Ticks of the samples probe in a thread of ours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/perf_ring.h"
#include "common/base/unique_fd.h"

namespace hotlock::collector {

struct OwnTick {
    uint64_t time = 0;  // CLOCK_MONOTONIC, ns
    uint64_t ip = 0;
};

// The event that the probe opens, on the calling thread alone and in user code: any user may have
// that at perf_event_paranoid 2.
class OwnTicks {
  public:
    // Off until start(). Throws Error when the kernel refuses.
    explicit OwnTicks(uint32_t frequency);

    void start();
    // In time order; some 600 at most, what is more is lost.
    std::vector<OwnTick> stop();

  private:
    UniqueFd event_;
    PerfRing ring_;
};

// Those with a partner's tick within `window_ns` before them and another within it behind: both
// threads were running. `partner` is in time order.
std::vector<OwnTick> accompanied(std::span<const OwnTick> ticks, std::span<const OwnTick> partner,
                                 uint64_t window_ns);

}  // namespace hotlock::collector
