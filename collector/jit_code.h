// Which generated code a recording met, and what its compilers call it. Records in, symbols out.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "common/recording/records.h"
#include "common/unwind/image_map.h"

namespace hotlock::collector {

class JitCode {
  public:
    // `images` has seen each record before observe() does, and must outlive this. `owner` of the
    // processes under study; `folder` of their perf maps.
    JitCode(const unwind::ImageMap& images, uid_t owner, std::string folder = "/tmp");

    void observe(const recording::Record& record);

    using OnSymbol = std::function<void(recording::JitSymbol)>;

    // Symbols at the addresses that were met in processes that have ended: programs write their
    // maps until then, and others may remove them from then on.
    void name_ended(const OnSymbol& on_symbol);

    // In all processes. What was named before is not repeated.
    void name_all(const OnSymbol& on_symbol);

    // A map was longer than what is read of one.
    bool cut() const { return cut_; }

  private:
    struct Process {
        int64_t started_at = 0;  // Unix ns
        bool ended = false;
        std::set<uint64_t> met;  // code addresses
    };

    void take(const recording::Mapping& mapping);
    void take(const recording::ThreadStart& start);
    void take(const recording::ThreadExit& exit);
    void take(const recording::Sample& sample);
    void take(const recording::StackTick& tick);
    void take(const recording::Stack& stack);
    void take(const recording::Slice& slice);
    template <class Other>
    void take(const Other&) {}

    void begin(uint32_t pid, uint64_t time);
    void meet(uint32_t pid, uint64_t address);
    void meet_frames(uint32_t pid, const std::vector<uint64_t>& addresses);
    void name(uint32_t pid, Process& process, const OnSymbol& on_symbol);

    const unwind::ImageMap& images_;
    uid_t owner_;
    std::string folder_;
    std::map<uint32_t, Process> processes_;  // that have generated code
    bool cut_ = false;
};

}  // namespace hotlock::collector
