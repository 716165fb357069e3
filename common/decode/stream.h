// Finds the instructions around an ip. Their sizes differ, so that code can be read forward only,
// from a place where an instruction is known to start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/decode/decoder.h"
#include "common/decode/instruction.h"

namespace hotlock::decode {

// Ascending by address. Bytes that are no instruction are left out: a gap.
using Stream = std::vector<Instruction>;

struct Code {
    std::span<const uint8_t> bytes;
    uint64_t address = 0;
};

// Instructions from offset `from` up to offset `to` of the code; reads at most `limit` times.
Stream sweep(const InstructionReader& reader, const Code& code, size_t from, size_t to,
             size_t limit);

// The instructions in front of offset `at`, where one is known to start, and some behind it. Code
// falls in step with itself after a few instructions wherever reading starts: what most starts
// agree on is right. Empty in front when they do not agree.
Stream vote(const InstructionReader& reader, const Code& code, size_t at);

// By the function's bounds when they help, else by vote.
Stream stream_around(const InstructionReader& reader, const Code& code,
                     const std::optional<Bounds>& function, size_t at);

// The place in the stream of the instruction that ends at `address`; nothing when none does.
std::optional<size_t> ending_at(const Stream& stream, uint64_t address);

}  // namespace hotlock::decode
