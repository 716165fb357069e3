// Everything that is known about one ELF file and its debug file, each part read when first asked.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/symbols/access_index.h"
#include "analyzer/symbols/code_place.h"
#include "analyzer/symbols/dwarf_file.h"
#include "analyzer/symbols/dwarf_index.h"
#include "analyzer/symbols/elf_file.h"
#include "analyzer/symbols/frame_table.h"
#include "analyzer/symbols/symbol_table.h"
#include "analyzer/symbols/symbolizer.h"
#include "common/unwind/rule.h"

namespace hotlock::symbols {

class ModuleFile {
  public:
    // Nothing when the file cannot be read or is not the one that was recorded.
    static std::shared_ptr<ModuleFile> open(const unwind::Image& image);

    const ElfFile& elf() const { return main_; }

    // All addresses are ELF virtual addresses.
    unwind::Rule rule(uint64_t address);

    // Innermost inlined function first; never empty.
    const std::vector<CodePlace>& places(uint64_t address);

    std::optional<DataSymbol> variable(uint64_t address);

    // What the instruction at the address accesses; asked once for each.
    AccessedMemory accessed(uint64_t address) { return accesses().at(address); }

    // As Symbolizer::virtual_object().
    std::optional<AccessedObject> virtual_object(uint64_t vtable, uint64_t into, uint32_t size);

    // Addresses of the function, or of the part of one, around the address: of its symbol, else of
    // its frame description; the end is exclusive.
    std::optional<std::pair<uint64_t, uint64_t>> function_bounds(uint64_t address);

  private:
    explicit ModuleFile(ElfFile main) : main_(std::move(main)) {}

    const std::optional<ElfFile>& debug();
    Dwarf* dwarf();
    DwarfIndex* index();  // null: no debug information
    const FrameTable& frames();
    SymbolTable read_symbols(SymbolTable::Kind kind);
    bool reaches(const Symbol& unsized, uint64_t address);
    const SymbolTable& functions();
    std::string function(uint64_t address);
    std::vector<CodePlace> find_places(uint64_t address);
    const Symbol* variable_symbol(uint64_t address);
    std::optional<ObjectPlace> typed_variable(uint64_t address);
    AccessIndex& accesses();

    // In order of dependency: what comes later reads from what comes before.
    ElfFile main_;
    bool debug_searched_ = false;
    std::optional<ElfFile> debug_;
    std::optional<DwarfFile> dwarf_;
    std::optional<DwarfIndex> index_;
    std::optional<FrameTable> frames_;
    std::optional<SymbolTable> functions_;
    std::optional<SymbolTable> variables_;
    std::unique_ptr<AccessIndex> accesses_;
    std::unordered_map<uint64_t, unwind::Rule> rules_;
    std::unordered_map<uint64_t, std::vector<CodePlace>> places_;
};

}  // namespace hotlock::symbols
