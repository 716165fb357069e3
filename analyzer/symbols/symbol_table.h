// The symbols of a file, found by the address that they cover.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "analyzer/symbols/elf_file.h"

namespace hotlock::symbols {

struct Symbol {
    uint64_t start = 0;
    uint64_t end = 0;       // exclusive; for symbols without a size: the end of their section
    std::string_view name;  // as in the file, which must outlive it
    bool local = false;
};

class SymbolTable {
  public:
    enum class Kind { functions, variables };

    // Of all files' .symtab and .dynsym; the files must outlive the table.
    SymbolTable(Kind kind, std::initializer_list<const ElfFile*> files);

    // The innermost symbol whose extent covers the address; of several names the plainest.
    const Symbol* find(uint64_t address) const;

    // The last symbol without a size at or before the address, when no other symbol starts between
    // them: assembler code. Whether it really reaches that far, only the frame table can tell.
    const Symbol* find_unsized(uint64_t address) const;

    // The table was not stripped: between two symbols there is no third one.
    bool whole() const { return whole_; }

  private:
    void add(Elf* elf, Elf_Scn* section, Kind kind);
    void sort();

    std::vector<Symbol> sized_;    // by start
    std::vector<uint64_t> reach_;  // highest end of sized_[0..i]
    std::vector<Symbol> unsized_;  // by start
    bool whole_ = false;
};

}  // namespace hotlock::symbols
