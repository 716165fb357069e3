// The bytes of a program's code, from its files.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

#include "common/base/unique_fd.h"
#include "common/unwind/image_map.h"

namespace hotlock::collector {

class CodeReader {
  public:
    // `bytes` of code at `address` in the mapping; fewer, or none, when they cannot be read. Code
    // that is in no file (vdso, generated code) is read from the process, as it stands by now.
    std::vector<uint8_t> read(const unwind::MappedImage& mapped, uint32_t pid, uint64_t address,
                              uint64_t bytes);

  private:
    int file_of(const unwind::Image& image);

    std::map<const unwind::Image*, UniqueFd> files_;  // without a descriptor: cannot be opened
};

}  // namespace hotlock::collector
