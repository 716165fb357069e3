// Owners of libelf and libdw objects. Private to analyzer/symbols, the door to both libraries.
#pragma once

#include <elfutils/libdw.h>
#include <libelf.h>

#include <cstdlib>
#include <memory>

namespace hotlock::symbols {

struct ElfEnd {
    void operator()(Elf* elf) const { elf_end(elf); }
};
struct DwarfEnd {
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};
struct CfiEnd {
    void operator()(Dwarf_CFI* cfi) const { dwarf_cfi_end(cfi); }
};
struct MallocEnd {
    void operator()(void* memory) const { std::free(memory); }
};

using ElfHandle = std::unique_ptr<Elf, ElfEnd>;
using DwarfHandle = std::unique_ptr<Dwarf, DwarfEnd>;
using CfiHandle = std::unique_ptr<Dwarf_CFI, CfiEnd>;
using FrameHandle = std::unique_ptr<Dwarf_Frame, MallocEnd>;

}  // namespace hotlock::symbols
