// What instructions of one file access, by its code and debug information.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "analyzer/symbols/dwarf_index.h"
#include "analyzer/symbols/elf_file.h"
#include "analyzer/symbols/operand_search.h"
#include "analyzer/symbols/symbolizer.h"

namespace hotlock::symbols {

class AccessIndex {
  public:
    // All that is given must outlive this; `index` is null without debug information.
    AccessIndex(const ElfFile& file, DwarfIndex* index, std::function<unwind::Rule(uint64_t)> rule,
                std::function<std::string(uint64_t)> function_name,
                std::function<std::optional<ObjectPlace>(uint64_t)> variable);

    // Of the instruction at an ELF virtual address.
    AccessedMemory at(uint64_t address);

    TypeNames& names() { return names_; }

  private:
    const FunctionFacts* function_at(uint64_t address);
    FunctionFacts read_function(Dwarf_Die function, uint64_t address) const;
    std::vector<AccessedObject> objects_at(uint64_t address);

    const ElfFile& elf_;
    DwarfIndex* index_;
    std::function<std::string(uint64_t)> function_name_;
    std::unique_ptr<decode::InstructionReader> reader_;
    TypeNames names_;
    FileFacts facts_;
    std::unordered_map<Dwarf_Off, FunctionFacts> functions_;  // by entry
};

}  // namespace hotlock::symbols
