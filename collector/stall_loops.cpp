// Loops that stall, in assembly: the place of every instruction is known.
#include "collector/stall_loops.h"

#include <algorithm>

// rdi: the word; rsi: rounds. Behind each function a table of where its instructions are.
#define STALL_LOOP(name, instruction)                                         \
    asm(".pushsection .text\n"                                                \
        ".p2align 6\n"                                                        \
        ".globl " name "\n.hidden " name "\n.type " name ", @function\n" name \
        ":\n"                                                                 \
        ".cfi_startproc\n"                                                    \
        "0: nop\n"                                                            \
        "1: " instruction                                                     \
        "\n"                                                                  \
        "2: nop\n"                                                            \
        "3: nop\n"                                                            \
        "4: nop\n"                                                            \
        "5: dec %rsi\n"                                                       \
        "6: jnz 0b\n"                                                         \
        "ret\n"                                                               \
        ".cfi_endproc\n"                                                      \
        ".size " name ", . - " name                                           \
        "\n"                                                                  \
        ".popsection\n"                                                       \
        ".pushsection .rodata\n"                                              \
        ".globl " name "_offsets\n.hidden " name "_offsets\n" name            \
        "_offsets:\n"                                                         \
        ".byte 1b-0b, 2b-0b, 3b-0b, 4b-0b, 5b-0b, 6b-0b, 0\n"                 \
        ".popsection\n")

STALL_LOOP("hotlock_stall_load", "mov (%rdi), %rdi");
STALL_LOOP("hotlock_stall_atomic", "lock addq $1, (%rdi)");
STALL_LOOP("hotlock_stall_store", "mov %rsi, (%rdi)");

extern "C" {
void hotlock_stall_load(void* word, uint64_t rounds);
void hotlock_stall_atomic(void* word, uint64_t rounds);
void hotlock_stall_store(void* word, uint64_t rounds);
extern const uint8_t hotlock_stall_load_offsets[hotlock::stall_loop_instructions];
extern const uint8_t hotlock_stall_atomic_offsets[hotlock::stall_loop_instructions];
extern const uint8_t hotlock_stall_store_offsets[hotlock::stall_loop_instructions];
}

namespace hotlock::collector {

std::optional<size_t> StallLoop::distance(uint64_t ip) const {
    const uint64_t offset = ip - reinterpret_cast<uint64_t>(run);
    const uint8_t* const end = offsets + stall_loop_instructions;
    const uint8_t* const found = std::find(offsets, end, offset);
    if (found == end) return std::nullopt;
    return static_cast<size_t>(found - offsets);
}

StallLoop stall_loop(Stall stall) {
    switch (stall) {
        case Stall::load:
            return {hotlock_stall_load, hotlock_stall_load_offsets};
        case Stall::atomic:
            return {hotlock_stall_atomic, hotlock_stall_atomic_offsets};
        case Stall::store:
            break;
    }
    return {hotlock_stall_store, hotlock_stall_store_offsets};
}

}  // namespace hotlock::collector
