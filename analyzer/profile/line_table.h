// Sampled memory accesses by cache line.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "analyzer/profile/threads.h"
#include "common/model/line.h"
#include "common/recording/records.h"

namespace hotlock::profiling {

// One sampled access to a line.
struct LineAccess {
    uint64_t time = 0;
    uint64_t instruction = 0;  // code address
    ThreadId thread;
    uint32_t cpu = 0;
    uint32_t weight_ns = 0;
    uint8_t offset = 0;  // in the line
    uint8_t size = 0;    // within the line: an access that straddles two is one in each
    AccessKind kind = AccessKind::read;
};

// An access behind a pointer to what may be an object with a vtable.
struct VirtualAccess {
    uint8_t offset = 0;  // as in LineAccess
    uint8_t size = 0;    // likewise
    uint32_t operand_size = 0;
    uint64_t vtable = 0;  // that the object's first word points to
    uint32_t into = 0;    // bytes from that word to the operand

    auto operator<=>(const VirtualAccess&) const = default;
};

struct LineKey {
    uint32_t pid = 0;
    uint64_t number = 0;  // address / 64

    auto operator<=>(const LineKey&) const = default;
};

struct LineKeyHash {
    size_t operator()(const LineKey& key) const {
        return (key.number ^ (uint64_t{key.pid} << 40)) * 0x9e3779b97f4a7c15;
    }
};

class LineTable {
  public:
    // A sample whose operand is known.
    void add(const recording::Sample& sample, ThreadId thread);

    using Lines = std::unordered_map<LineKey, std::vector<LineAccess>, LineKeyHash>;
    const Lines& lines() const { return lines_; }

    // Of one line, with the number of samples.
    using VirtualAccesses = std::map<VirtualAccess, uint64_t>;
    const VirtualAccesses& virtual_accesses(const LineKey& key) const;

  private:
    void add_virtual(const recording::Sample& sample, const LineKey& key, const LineAccess& access,
                     uint32_t operand_size);

    Lines lines_;
    std::map<LineKey, VirtualAccesses> virtual_accesses_;
};

}  // namespace hotlock::profiling
