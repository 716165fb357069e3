// Raw stack memory of a crypto program holds keys. This keeps what unwinding needs and nothing
// else: words that point into code or into the slice's own stack.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/recording/records.h"
#include "common/unwind/image_map.h"

namespace hotlock::collector {

class StackFilter {
  public:
    StackFilter(const unwind::ImageMap& images, uint32_t pid, uint64_t stack_pointer,
                size_t stack_bytes);

    // True when the value may reach the disk.
    bool keeps(uint64_t value) const;

    std::vector<recording::StackWord> filter(std::span<const uint64_t> words) const;

  private:
    const unwind::ImageMap& images_;
    uint32_t pid_;
    uint64_t low_;
    uint64_t high_;
};

}  // namespace hotlock::collector
