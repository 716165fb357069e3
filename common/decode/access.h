// Which memory the instruction before a sampled ip accessed: what decoding says once per ip, and
// what the registers of one tick make of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "common/base/access_kind.h"

namespace hotlock::decode {

// Bit n: general register n, in the hardware's order.
using RegisterMask = uint16_t;

enum class Segment : uint8_t { none, fs, gs };

// Address = segment base + (base + index * scale + displacement), as the registers are *after* the
// instruction: displacements of push, pop and string instructions make up for registers that have
// moved.
struct Operand {
    std::optional<uint8_t> base;   // 0..15
    std::optional<uint8_t> index;  // 0..15
    uint8_t scale = 1;             // 1, 2, 4, 8
    Segment segment = Segment::none;
    bool wraps_at_4g = false;   // address-size prefix: the sum in parentheses is modulo 2^32
    bool computable = true;     // false: general registers do not tell the address
    uint64_t displacement = 0;  // modulo 2^64; the address itself where it is relative to ip
    uint32_t size = 0;          // bytes; 0: depends on the machine's state
    AccessKind kind = AccessKind::read;

    bool operator==(const Operand&) const = default;
};

RegisterMask registers_of(const Operand& operand);

// At the tick.
struct Registers {
    // x86-64: rax rcx rdx rbx rsp rbp rsi rdi r8..r15, the numbers of instruction encoding.
    std::array<uint64_t, 16> general{};
    uint64_t ip = 0;
    std::optional<uint64_t> fs_base;  // perf does not give them: what the caller knows otherwise
    std::optional<uint64_t> gs_base;
};

enum class Outcome : uint8_t {
    resolved,
    no_memory_operand,  // also where ip is reached by indirect jumps or from other functions only
    overwritten,        // a register of the address was written by the instruction or behind it
    ambiguous,          // ip is reached from several instructions with different memory operands
    unresolvable,       // vectors of addresses, bit strings, two operands (cmps)
    undecodable,        // no instruction is known to end at ip
    outside,            // ip is not in the code
    system_call,        // the instruction that ends at ip is a system call
};

// The answer for one ip, the same for all ticks there.
struct Site {
    Outcome outcome = Outcome::undecodable;
    uint64_t instruction = 0;  // address; 0 where no single one is meant
    Operand operand;           // resolved, overwritten and unresolvable only
    bool stack = false;        // implicit operand of push, pop, call and their like; of several
                               // instructions that ip is reached from it gives way to others
    RegisterMask needed = 0;   // by access_of; segment bases are named by operand.segment
    std::optional<uint32_t> system_call;  // its number, where the same block sets it to a constant

    bool operator==(const Site&) const = default;
};

struct Access {
    uint64_t instruction = 0;
    uint64_t address = 0;
    uint32_t size = 0;  // bytes; 0: depends on the machine's state
    AccessKind kind = AccessKind::read;
    bool straddles_line = false;  // touches more than one line of 64 bytes

    bool operator==(const Access&) const = default;
};

// Nothing when the site is not resolved, or needs a segment base that is not known.
std::optional<Access> access_of(const Site& site, const Registers& registers);

// Whether a program can have made the access without a fault: all of it lies above the 64 KiB that
// Linux keeps unmapped (vm.mmap_min_addr), where null pointers point, and below the kernel's half
// (2^56 with five levels of page tables). If not, the thread came to its ip another way.
bool is_possible(const Access& access);

}  // namespace hotlock::decode
