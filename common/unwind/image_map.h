// Which file is mapped where, per process and over time. Follows Mapping, ThreadStart (fork) and
// ThreadName (exec) records; shared by the collector (during the run) and the analyzer (after it).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
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

// Records may come in any order; what counts is their time. A process lives one or more lives: a
// fork starts one that sees the parent's mappings as they were, exec starts an empty one. There
// are no records of unmapping: the newest mapping that covers an address is the one that holds it.
class ImageMap {
  public:
    void add(const recording::Mapping& mapping);
    void fork(uint32_t parent_pid, uint32_t pid, uint64_t time);
    void exec(uint32_t pid, uint64_t time);

    // Feeds any record; those that say nothing about mappings are ignored.
    void observe(const recording::Record& record);

    // The executable mapping that held `address` in `pid` at `time`; null when none did. Valid as
    // long as the map lives; images of one path and build-id are one object.
    const MappedImage* find(uint32_t pid, uint64_t time, uint64_t address) const;

    // The last known one, for addresses that are looked up while events are still arriving.
    const MappedImage* find_latest(uint32_t pid, uint64_t address) const;

    // All executable mappings of `pid` at `time` that still hold their first byte, ascending by
    // start.
    std::vector<const MappedImage*> all(uint32_t pid, uint64_t time) const;

  private:
    struct Entry {
        uint64_t from = 0;
        MappedImage mapped;
    };
    struct Life {
        uint32_t parent_pid = 0;                  // 0: not forked, starts empty
        uint64_t longest = 0;                     // of its mappings, in bytes: bounds the search
        std::multimap<uint64_t, Entry> mappings;  // by start
    };
    using Lives = std::map<uint64_t, Life>;  // by the time at which they start

    static void insert(Life& life, Entry entry);
    static const MappedImage* newest(const Life& life, uint64_t time, uint64_t address);
    void start_life(uint32_t pid, uint64_t time, uint32_t parent_pid);
    std::shared_ptr<const Image> image(const std::string& path, const std::string& build_id);

    // Calls `visit(life, time)` for the life of `pid` at `time`, then for those that it was forked
    // from, until `visit` returns false.
    template <class Visit>
    void each_life(uint32_t pid, uint64_t time, Visit visit) const;

    std::map<uint32_t, Lives> processes_;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const Image>> images_;
};

}  // namespace hotlock::unwind
