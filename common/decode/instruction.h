// One machine instruction, reduced to what finding a stalled operand needs; knows no architecture.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "common/decode/access.h"

namespace hotlock::decode {

enum class Flow : uint8_t {
    next,
    branch,       // conditional: next, or a jump
    jump,         // unconditional
    call,         // comes back to the next
    system_call,  // comes back to the next
    none,         // return, trap
};

// What a whole register becomes: the sum that `from` describes (copies, constants, lea, additions),
// or the 8 bytes that memory holds there. Registers in `from` are as they were before; its scale
// may be any number up to 128 (shifts, products).
struct Move {
    uint8_t to = 0;
    bool loads = false;
    Operand from{};
    std::optional<uint8_t> plus{};  // register that is added to what was loaded

    bool operator==(const Move&) const = default;
};

struct Instruction {
    uint64_t address = 0;
    uint8_t size = 0;  // bytes; 1 or more
    Flow flow = Flow::next;
    std::optional<uint64_t> target;  // of a direct jump or branch
    bool filler = false;             // never stalls: nop, endbr64
    bool fuses = false;              // branch: joins a compare before it, and both retire as one
    bool fusible = false;            // such a compare
    bool repeats = false;            // can be interrupted and go on: rep
    bool sets_number = false;        // writes the register that holds the number of a system call
    std::optional<uint32_t> number;  // sets it to this constant
    std::optional<Operand> operand;  // the memory that it accesses
    bool stack = false;              // operand is implicit: push, pop, call
    RegisterMask written = 0;
    RegisterMask moved = 0;  // of these: by a constant, which operand.displacement makes up for
    std::optional<Move> move;
};

inline uint64_t end_of(const Instruction& instruction) {
    return instruction.address + instruction.size;
}

inline bool falls_through(const Instruction& instruction) {
    return instruction.flow != Flow::jump && instruction.flow != Flow::none;
}

// Reads the instructions of one architecture.
class InstructionReader {
  public:
    virtual ~InstructionReader() = default;

    // The instruction at the start of `bytes`, which stand at `address`; nothing when they are
    // none.
    virtual std::optional<Instruction> read(std::span<const uint8_t> bytes,
                                            uint64_t address) const = 0;
};

}  // namespace hotlock::decode
