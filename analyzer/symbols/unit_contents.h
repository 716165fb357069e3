// What one compilation unit says about functions and variables, in a form that can be searched.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/symbols/handles.h"

namespace hotlock::symbols {

struct UnitContents {
    struct Function {
        uint64_t start = 0;
        uint64_t end = 0;  // exclusive; a function in several parts is listed once for each
        Dwarf_Off die = 0;
    };
    struct Variable {
        uint64_t address = 0;
        Dwarf_Off die = 0;
    };

    struct Class {
        size_t name = 0;  // hash of the name with its scope: units repeat what their headers hold
        Dwarf_Off die = 0;
    };

    std::vector<Function> functions;  // by start
    std::vector<Variable> variables;  // with a fixed address
    std::vector<Class> classes;       // with virtual functions

    // "outer::inner::" for functions that have no linkage name to say it.
    std::unordered_map<Dwarf_Off, std::string> scopes;
};

// `budget`: how many entries may be read; what was read is taken off.
UnitContents read_unit(Dwarf_Die unit, uint64_t& budget);

}  // namespace hotlock::symbols
