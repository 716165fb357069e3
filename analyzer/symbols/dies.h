// Small helpers over libdw's debugging information entries (DIEs).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analyzer/symbols/handles.h"

namespace hotlock::symbols {

// A string of a damaged file may be megabytes long: at most 4 KiB of it.
std::string bounded(const char* text);

// DW_AT_name, also of what the entry specifies or is an instance of; empty when it has none.
std::string die_name(Dwarf_Die die);

// The entry that an attribute refers to.
std::optional<Dwarf_Die> referenced(Dwarf_Die die, unsigned attribute);

std::optional<uint64_t> unsigned_attribute(Dwarf_Die die, unsigned attribute);

// Calls `visit(child)` for every child until it returns false. Entries come in ascending order of
// offset; a sibling link that leads backwards is damage and ends the list.
template <class Visit>
void each_child(Dwarf_Die parent, Visit visit) {
    Dwarf_Die child;
    if (dwarf_child(&parent, &child) != 0) return;
    Dwarf_Off last = dwarf_dieoffset(&parent);
    do {
        if (dwarf_dieoffset(&child) <= last) return;
        last = dwarf_dieoffset(&child);
        if (!visit(child)) return;
    } while (dwarf_siblingof(&child, &child) == 0);
}

// Calls `visit(start, end)` for every range of code of an entry until it returns false. Ranges of
// functions that the linker dropped start at 0 and are left out.
template <class Visit>
void each_range(Dwarf_Die die, Visit visit) {
    Dwarf_Addr base = 0;
    Dwarf_Addr start = 0;
    Dwarf_Addr end = 0;
    ptrdiff_t at = 0;
    while ((at = dwarf_ranges(&die, at, &base, &start, &end)) > 0) {
        if (start != 0 && start < end && !visit(start, end)) return;
    }
}

}  // namespace hotlock::symbols
