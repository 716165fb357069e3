// Loops that do next to nothing but stall on one known instruction.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "common/model/calibration.h"

namespace hotlock::collector {

// Written in assembly: nop, the instruction, three nops, a decrement and a jump back. Around the
// stall stand only instructions that take no time, so that a thread is found where it stalls.
struct StallLoop {
    void (*run)(void* word, uint64_t rounds);  // rounds > 0
    const uint8_t* offsets;  // code bytes from `run` to each instruction, the stalled one first

    // Instructions from the stalled one to the one at `ip`; nothing outside the loop.
    std::optional<size_t> distance(uint64_t ip) const;
};

// load: the word holds its own address, so that each load waits for the one before it; without that
// the loads between two losses of the line take no time, and the loop is not one stall.
// atomic: adds 1 to the word (lock add). store: writes the word.
StallLoop stall_loop(Stall stall);

}  // namespace hotlock::collector
