// What else happens in the straight line of code around an instruction: up to the next transfer of
// control, at most 16 instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/decode/stream.h"

namespace hotlock::decode {

// The instruction at `place` only reads its operand, and the block stores to the same operand
// behind it, with the address registers as they were. Such a read-modify-write stalls on its load;
// the store is hardly ever sampled.
bool stores_back(const Stream& stream, size_t place);

// The constant that the block in front of the system call at `place` sets the number to.
std::optional<uint32_t> system_call_number(const Stream& stream, size_t place);

}  // namespace hotlock::decode
