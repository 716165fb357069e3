// Where functions begin and end in a file. Like RuleSource: implemented in analyzer/symbols, handed
// to the collector by cli.
#pragma once

#include <cstdint>
#include <optional>

#include "common/unwind/rule.h"

namespace hotlock::unwind {

// Offsets in the file; `end` is exclusive.
struct FileRange {
    uint64_t start = 0;
    uint64_t end = 0;
};

class FunctionSource {
  public:
    virtual ~FunctionSource() = default;

    // The function (or the part of one) whose code holds the byte at `file_offset`, from symbols,
    // else from .eh_frame; nothing when neither tells. Never throws for what a file contains. One
    // thread at a time.
    virtual std::optional<FileRange> function(const Image& image, uint64_t file_offset) = 0;
};

// What the collector must know about code while it records.
struct CodeKnowledge {
    RuleSource& rules;
    FunctionSource& functions;
};

}  // namespace hotlock::unwind
