// Names for fields that are no variables of a file: members of objects on heaps and stacks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/symbols/symbolizer.h"
#include "common/model/line.h"
#include "common/unwind/image_map.h"

namespace hotlock::profiling {

// What instructions access, asked once for each place in a file.
class AccessFinder {
  public:
    // `images` must not change any more.
    AccessFinder(Symbolizer& symbolizer, const unwind::ImageMap& images)
        : symbolizer_(symbolizer), images_(images) {}

    const AccessedMemory& find(uint32_t pid, uint64_t time, uint64_t instruction);

  private:
    Symbolizer& symbolizer_;
    const unwind::ImageMap& images_;
    std::map<std::pair<const unwind::Image*, uint64_t>, AccessedMemory> known_;
};

// An instruction that accesses a field, and how often that was seen.
struct FieldAccess {
    size_t field = 0;  // index in the line's fields
    const AccessedMemory* memory = nullptr;
    uint64_t samples = 0;
};

// Names the fields that have no name yet, and fills in their layout. Of the objects that accesses
// tell of, those count most that explain most samples of the whole line, so that the fields of one
// object are all told as its members, also those whose own accesses tell nothing.
void name_by_objects(CacheLine& line, const std::vector<FieldAccess>& accesses);

}  // namespace hotlock::profiling
