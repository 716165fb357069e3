// From a sampled ip to the memory operand of the instruction that was executed just before it. A
// timer interrupts a thread behind the instruction that stalled, not on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "common/decode/access.h"

namespace hotlock::decode {

// Addresses of a function's code: from symbols or .eh_frame.
struct Bounds {
    uint64_t start = 0;
    uint64_t end = 0;  // one past the last byte
};

class Decoder {
  public:
    virtual ~Decoder() = default;

    // `code` are the bytes at `code_address`, around `ip`: 4 KiB before it and 1 KiB behind it are
    // plenty. With the bounds of the function around ip its jumps to ip are considered too; bounds
    // that do not hold ip are ignored. Any bytes have an answer, which takes at most 4096 decoded
    // instructions: ask once per ip.
    virtual Site site(std::span<const uint8_t> code, uint64_t code_address,
                      std::optional<Bounds> function, uint64_t ip) const = 0;
};

// 64-bit mode.
std::unique_ptr<Decoder> make_x86_decoder();

}  // namespace hotlock::decode
