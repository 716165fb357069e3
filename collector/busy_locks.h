// Which locks the sleeps probe records in windows only (bpf/windows.h), and what their recorded
// sleeps stand for.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "bpf/abi.h"
#include "collector/sleep_assembler.h"

namespace hotlock::collector {

class BusyLocks {
  public:
    // `control` and `counters`, a part of it, must outlive this. Without `allowed` no lock is ever
    // called busy.
    BusyLocks(hl_control& control, std::span<const hl_counters> counters, bool allowed)
        : control_(control), counters_(counters), allowed_(allowed) {}

    // Call before the sleeps of a drain: how many have been skipped until now.
    void note_skips();

    // Takes note of a sleep and, where its lock is busy, tells it how many others it stands for:
    // in the long run as many as were skipped.
    void count(EndedSleep& ended);

    // Calls those locks busy on which threads sleep 10,000 times a second or more, until they do so
    // less than 3,000 times: by the sleeps of a tenth of a second. `now`: CLOCK_MONOTONIC, ns.
    void choose(uint64_t now);

    // As it stands behind "Not seen:"; empty: no lock has been busy.
    std::string limits() const;

  private:
    // One of the control's busy words.
    struct Slot {
        uint64_t before = 0;     // counted skips before it was called busy
        uint64_t skipped = 0;    // since then, as of this drain
        uint64_t at_choice = 0;  // of them, at the last choice
        uint64_t recorded = 0;   // since then
        uint64_t told = 0;       // sum of the others that recorded ones stand for
        double ratio = 0;        // skipped to recorded
    };
    using Counts = std::unordered_map<uint64_t, uint64_t>;  // sleeps by word

    uint64_t counted_skips(size_t index) const;
    void renew(size_t index, double seconds);
    void call_busy(uint64_t word);

    hl_control& control_;
    std::span<const hl_counters> counters_;
    bool allowed_;
    bool ever_ = false;
    uint64_t chosen_at_ = 0;
    std::array<Slot, HL_BUSY_WORDS> slots_{};
    Counts counts_;  // since the last choice
};

}  // namespace hotlock::collector
