// Names of generated code, by process and address.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::profiling {

class JitNames {
  public:
    // A later symbol takes the addresses that it shares with earlier ones: compilers use memory
    // again.
    void add(const recording::JitSymbol& symbol);

    // Null when no symbol covers the address. Valid until the next add().
    const std::string* find(uint32_t pid, uint64_t address) const;

  private:
    struct Range {
        uint64_t end = 0;  // exclusive
        size_t name = 0;   // index
    };
    using Ranges = std::map<uint64_t, Range>;  // by start, disjoint

    static void split(Ranges& ranges, uint64_t at);

    std::map<uint32_t, Ranges> processes_;
    std::vector<std::string> names_;
};

}  // namespace hotlock::profiling
