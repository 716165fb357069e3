// Vtables by the Itanium C++ ABI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analyzer/symbols/elf_file.h"
#include "analyzer/symbols/symbol_table.h"

namespace hotlock::symbols {

// What a pointer to virtual functions tells of the object that it lies in.
struct VtablePlace {
    std::string class_name;  // the most derived class, demangled
    uint64_t in_object = 0;  // bytes from the object's start to the pointer
};

// `symbol` covers `address`, an ELF virtual address. Nothing unless it is a class' vtable, and
// objects may point at this place in it: a class with several bases has several such places, each
// behind a word that tells how far the object's start is (never relocated, so that the file has it)
// and one for the type's description. Vtables for construction (_ZTC) are not told: objects have
// them for a moment only.
std::optional<VtablePlace> vtable_place(const ElfFile& file, const Symbol& symbol,
                                        uint64_t address);

}  // namespace hotlock::symbols
