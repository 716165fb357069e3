// Owners of libelf and libdw objects. Private to analyzer/symbols, the door to both libraries.
#pragma once

#include <elfutils/libdw.h>
#include <libelf.h>

#include <memory>

namespace hotlock::symbols {

struct ElfEnd {
    void operator()(Elf* elf) const { elf_end(elf); }
};
struct DwarfEnd {
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};

using ElfHandle = std::unique_ptr<Elf, ElfEnd>;
using DwarfHandle = std::unique_ptr<Dwarf, DwarfEnd>;

}  // namespace hotlock::symbols
