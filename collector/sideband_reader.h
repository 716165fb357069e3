// perf side-band records -> recording records.
#pragma once

#include <linux/perf_event.h>

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "collector/perf_ring.h"
#include "collector/probe_fds.h"
#include "common/recording/records.h"

namespace hotlock::collector {

// One record of the side band; nothing for kinds that we do not keep or that are malformed.
// LOST gives a Lost record.
std::optional<recording::Record> parse_sideband(const perf_event_header& header,
                                                std::span<const char> bytes);

// The build-id of an ELF file's notes (raw bytes), for mappings whose event carries none, and of
// the vDSO; empty when there is none or the file cannot be read.
std::string read_build_id(const std::string& path);

class SidebandReader {
  public:
    // Follows `target` and the processes that it forks.
    SidebandReader(const std::vector<UniqueFd>& events, const Target& target);

    using OnRecord = std::function<void(recording::Record)>;

    // Everything that has arrived, in time order.
    void drain(const OnRecord& on_record);

    // True for the target and what it forked, also after their end.
    bool follows_process(uint32_t pid) const { return processes_.contains(pid); }

  private:
    bool follows(const recording::Record& record);

    std::vector<PerfRing> rings_;
    std::set<uint32_t> processes_;
};

}  // namespace hotlock::collector
