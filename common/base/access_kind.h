// How an instruction accesses memory.
#pragma once

#include <cstdint>

namespace hotlock {

enum class AccessKind : uint8_t {
    read,
    write,
    update,  // reads and writes without a lock, also a load whose block stores to the same operand
    atomic,  // locked read-modify-write
};

}  // namespace hotlock
