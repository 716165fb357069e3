// Makes whole sleeps of what the CPUs logged about threads (bpf/abi.h, struct hl_entry).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "bpf/abi.h"
#include "collector/sleep_log.h"
#include "common/recording/records.h"

namespace hotlock::collector {

struct EndedSleep {
    recording::Sleep sleep;
    bool busy = false;  // on a lock of which some sleeps are counted only (bpf/windows.h)
};

class SleepAssembler {
  public:
    // Takes the next entry in the order of time; returns the sleep that it ends, if any.
    std::optional<EndedSleep> take(const LoggedEntry& logged);

    // The thread has ended, at `time`; entries before may still come.
    void note_exit(uint32_t tid, uint64_t time) { exits_.emplace(time, tid); }

    // No entry from before `time` will come any more: forgets threads that had ended by then.
    // Taking an entry does so for its time.
    void forget_until(uint64_t time);

    size_t threads() const { return threads_.size(); }

  private:
    struct Thread {
        std::optional<hl_entry> sleep;  // going on
        std::optional<hl_entry> wake;   // since the last time that it ran
        uint64_t address = 0;           // of the last sleep
        uint64_t runtime = 0;
        uint32_t fingerprint = 0;
        uint64_t released = 0;  // word of which it woke a waiter since then
        bool another_call = false;
        uint64_t ran_ns = 0;
    };

    void begin_sleep(Thread& thread, const hl_entry& entry);
    void note_release(const hl_entry& wake);
    static uint64_t unseen_end(const Thread& thread, const hl_entry& next);
    std::optional<EndedSleep> end_sleep(Thread& thread, uint64_t time, uint32_t cpu);

    std::unordered_map<uint32_t, Thread> threads_;  // by id
    std::multimap<uint64_t, uint32_t> exits_;       // time -> id
};

}  // namespace hotlock::collector
