// Which variable of which file an address belongs to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "analyzer/profile/line_table.h"
#include "analyzer/symbols/symbolizer.h"
#include "common/unwind/image_map.h"

namespace hotlock::profiling {

struct DataPlace {
    std::string module;    // path
    std::string build_id;  // lower-case hex; empty: none
    uint64_t offset = 0;   // ELF virtual address
    std::optional<DataSymbol> symbol;
};

class DataFinder {
  public:
    // `images` must not change any more.
    DataFinder(Symbolizer& symbolizer, const unwind::ImageMap& images)
        : symbolizer_(symbolizer), images_(images) {}

    // Nothing for addresses outside of all files: heap and stacks.
    std::optional<DataPlace> find(uint32_t pid, uint64_t time, uint64_t address);

    // As Symbolizer::virtual_object(), with the run-time address of a vtable.
    std::optional<AccessedObject> virtual_object(uint32_t pid, uint64_t time,
                                                 const VirtualAccess& access);

  private:
    // What a mapped file occupies. Data segments are not recorded, but they lie at fixed distances
    // from the executable segment that is.
    struct Range {
        uint64_t bias = 0;  // run-time address - ELF virtual address
        uint64_t size = 0;  // 0: not known
    };
    struct Place {
        const unwind::Image* image = nullptr;
        uint64_t offset = 0;  // ELF virtual address
    };
    std::optional<Place> locate(uint32_t pid, uint64_t time, uint64_t address);
    const Range& range(const unwind::MappedImage& mapped);

    Symbolizer& symbolizer_;
    const unwind::ImageMap& images_;
    std::map<const unwind::MappedImage*, Range> ranges_;
};

}  // namespace hotlock::profiling
