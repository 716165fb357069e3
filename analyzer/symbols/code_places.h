// Source lines and inlined functions of a code address, from DWARF.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/symbols/code_place.h"
#include "analyzer/symbols/dwarf_index.h"

namespace hotlock::symbols {

// Innermost inlined function first; empty where there is no debugging information.
std::vector<CodePlace> code_places(DwarfIndex& index, uint64_t address);

}  // namespace hotlock::symbols
