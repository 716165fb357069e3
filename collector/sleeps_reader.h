// Unprivileged side of the sleeps probe: ring events -> records, and rules learned from slices.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bpf/abi.h"
#include "collector/busy_locks.h"
#include "collector/mapped_area.h"
#include "collector/probe_fds.h"
#include "collector/rule_table.h"
#include "collector/sleep_assembler.h"
#include "collector/sleep_log.h"
#include "common/recording/records.h"
#include "common/unwind/image_map.h"
#include "common/unwind/rule.h"

struct ring_buffer;

namespace hotlock::collector {

class SleepsReader {
  public:
    struct Totals {
        uint64_t sleeps = 0;        // all, also those of busy locks that were not recorded
        uint64_t lost_entries = 0;  // of the logs: the collector came too late
        uint64_t lost_threads = 0;  // more threads than the probe has room for
        uint64_t lost_stacks = 0;
        uint64_t lost_ticks = 0;
        uint64_t own_ns = 0;  // time of the kernel side in the program's threads
    };
    using OnRecord = std::function<void(recording::Record)>;
    using OnTick = std::function<void(const hl_tick&)>;

    // `images` is kept up to date by the caller and must outlive the reader.
    SleepsReader(SleepsFds fds, const unwind::ImageMap& images, unwind::RuleSource& rules);
    ~SleepsReader();
    SleepsReader(const SleepsReader&) = delete;
    SleepsReader& operator=(const SleepsReader&) = delete;

    void enable();

    // Switches off and detaches; what is in the ring can still be drained.
    void stop();

    void drain(const OnRecord& on_record, const OnTick& on_tick);

    // Samples from the kernel's own timer interrupts (bpf/ticks.h), about this far apart, ns; 0:
    // none.
    void set_tick_interval(uint64_t interval);

    // A watched thread ended at `time`.
    void note_exit(uint32_t tid, uint64_t time) { assembler_.note_exit(tid, time); }

    // Readable when something is in the ring that should not wait for the next regular drain.
    int urgent_fd() const;

    Totals totals() const;

    // What our own restraint keeps from us, as it stands behind "Not seen:"; empty: nothing.
    std::string limits() const { return busy_locks_.limits(); }

  private:
    static int on_event(void* self, void* data, size_t bytes);
    void take_entries(uint64_t until);
    void take_stack(std::string_view bytes);
    void take_slice(const hl_stack& head, std::string_view words);
    void take_tick(std::string_view bytes);
    void take_event(std::string_view bytes);

    SleepsFds fds_;
    MappedArea logs_area_;
    MappedArea rules_area_;
    MappedArea control_area_;
    SleepLog log_;
    SleepAssembler assembler_;
    bool enabled_ = false;
    RuleTable table_;
    hl_control* control_;
    BusyLocks busy_locks_;
    const unwind::ImageMap& images_;
    unwind::RuleSource& rules_;
    struct FreeRing {
        void operator()(ring_buffer* ring) const;
    };
    std::unique_ptr<ring_buffer, FreeRing> ring_;
    const OnRecord* on_record_ = nullptr;  // set while draining
    const OnTick* on_tick_ = nullptr;      // likewise
};

}  // namespace hotlock::collector
