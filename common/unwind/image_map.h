// Which file is mapped where, per process and over time. Follows Mapping, ThreadStart (fork) and
// ThreadName (exec) records; shared by the collector (during the run) and the analyzer (after it).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/recording/records.h"
#include "common/unwind/rule.h"

namespace hotlock::unwind {

struct MappedImage {
    uint64_t start = 0;
    uint64_t end = 0;
    uint64_t file_offset = 0;
    std::shared_ptr<const Image> image;
};

class ImageMap {
  public:
    void add(const recording::Mapping& mapping);
    void fork(uint32_t parent_pid, uint32_t pid, uint64_t time);
    void exec(uint32_t pid, uint64_t time);

    // Feeds any record; those that say nothing about mappings are ignored.
    void observe(const recording::Record& record);

    // The executable mapping that held `address` in `pid` at `time`; null when none did.
    const MappedImage* find(uint32_t pid, uint64_t time, uint64_t address) const;

    // The last known one, for addresses that are looked up while events are still arriving.
    const MappedImage* find_latest(uint32_t pid, uint64_t address) const;

    // All executable mappings of `pid` at `time`, ascending by start.
    std::vector<const MappedImage*> all(uint32_t pid, uint64_t time) const;

  private:
    struct Entry {
        uint64_t from = 0;
        uint64_t until = UINT64_MAX;  // exclusive: replaced or unmapped by exec
        MappedImage mapped;
    };
    std::map<uint32_t, std::vector<Entry>> processes_;
};

}  // namespace hotlock::unwind
