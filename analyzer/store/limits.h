// Bounds on what one load may take into memory from a hostile file. Far above what runs have.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hotlock::store {

constexpr size_t max_stack_depth = 16384;           // frames, inlined ones included
constexpr uint64_t max_loaded_text = 128ULL << 20;  // bytes that one query gives

}  // namespace hotlock::store
