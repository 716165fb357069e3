// Unprivileged side of the samples probe: perf samples -> records. Registers and stack memory stay
// in memory: what leaves is an operand's address and return addresses.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "collector/access_resolver.h"
#include "collector/perf_ring.h"
#include "collector/perf_sample.h"
#include "collector/probe_fds.h"
#include "collector/tick_source.h"
#include "common/recording/records.h"
#include "common/unwind/image_map.h"
#include "common/unwind/rule.h"

struct hl_tick;

namespace hotlock::collector {

class SamplesReader {
  public:
    // Nothing to read when `fds` has no events. The others must outlive the reader.
    SamplesReader(SampleFds fds, const unwind::ImageMap& images, unwind::RuleSource& rules,
                  AccessResolver& accesses);

    void enable();
    void stop();

    // True for a process under study; ticks of all others are dropped.
    using Follows = std::function<bool(uint32_t pid)>;
    using OnRecord = std::function<void(recording::Record)>;
    void drain(const Follows& follows, const OnRecord& on_record);

    // A tick of the kernel's own timer.
    void take(const hl_tick& tick, const OnRecord& on_record);

    // Changes the source of ticks (tick_source.h) while the program sleeps very often, where that
    // is wanted. `sleeps` since the last call.
    void adapt(uint64_t sleeps);

    // How far apart the kernel's ticks shall be now, about, ns; 0: none are asked for.
    uint64_t kernel_tick_interval() const;

    uint64_t lost() const { return lost_; }

    // What the kernel and our own restraint keep from us, as it stands behind "Not seen:"; empty:
    // nothing.
    std::string limits() const;

  private:
    // One set of events.
    struct Clock {
        uint64_t period_ns = 0;                  // on average
        uint64_t longest_ns = 0;                 // no tick comes later
        std::map<uint32_t, uint64_t> last_tick;  // time, by CPU
    };

    recording::Sample tick_of(const PerfSample& sample, uint64_t weight_ns);
    void take_tick(const PerfSample& sample, const OnRecord& on_record);
    void take_stack_tick(const PerfSample& sample, const OnRecord& on_record);
    uint64_t stack_key(const PerfSample& sample, const OnRecord& on_record);
    static Clock clock_of(uint64_t period_ns);
    static uint64_t weight(Clock& clock, const PerfSample& sample);
    void vary_periods();
    void change_clocks();

    SampleFds fds_;
    std::vector<PerfRing> tick_rings_;
    std::vector<PerfRing> stack_rings_;
    Clock ticks_;
    Clock stacks_;
    Clock kernel_;
    TickSource source_;
    uint64_t slowest_period_ = 0;  // so far, ns; 0: never slowed down
    const unwind::ImageMap& images_;
    unwind::RuleSource& rules_;
    AccessResolver& accesses_;
    std::unordered_set<uint64_t> sent_stacks_;  // keys
    uint64_t random_ = 1;
    size_t next_varied_ = 0;
    uint64_t lost_ = 0;
};

}  // namespace hotlock::collector
