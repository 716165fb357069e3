// Where a function keeps its variables and parameters, and those of what was inlined into it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/symbols/handles.h"

namespace hotlock::symbols {

// Holds for the code from `start` up to `end`.
struct VariablePlace {
    enum class Kind : uint8_t {
        value,      // of the variable (of its first 8 bytes) = register + offset
        in_memory,  // the variable lies at register + offset
        in_frame,   // it lies at the canonical frame address + offset
    };
    uint64_t start = 0;
    uint64_t end = 0;
    Kind kind = Kind::value;
    uint8_t base = 0;  // general register, in the hardware's order; not for in_frame
    int64_t offset = 0;
    std::string name;      // empty: none
    std::string function;  // that is inlined and has the variable; empty: the function itself
    Dwarf_Die type{};
};

// Of a function with code. Places in other forms (constants, several pieces, values on entry of
// registers that may have changed) are left out.
std::vector<VariablePlace> variable_places(Dwarf_Die function);

}  // namespace hotlock::symbols
