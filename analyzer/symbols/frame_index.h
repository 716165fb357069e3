// Where functions begin according to .eh_frame_hdr, the sorted table of all frame descriptions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/symbols/elf_file.h"

namespace hotlock::symbols {

class FrameIndex {
  public:
    // Empty when the file has no such table or one in a form that linkers do not write.
    explicit FrameIndex(const ElfFile& file);

    // Start of the last function that begins at or before the address.
    std::optional<uint64_t> function_start(uint64_t address) const;

  private:
    std::vector<uint64_t> starts_;  // ascending
};

}  // namespace hotlock::symbols
