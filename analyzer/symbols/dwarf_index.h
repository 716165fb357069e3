// Finds the debugging information of an address. Units are read when first needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/symbols/handles.h"
#include "analyzer/symbols/unit_contents.h"

namespace hotlock::symbols {

class DwarfIndex {
  public:
    explicit DwarfIndex(Dwarf* dwarf);  // must outlive the index

    struct Code {
        Dwarf_Die unit{};
        std::optional<Dwarf_Die> function;
    };
    std::optional<Code> code_at(uint64_t address);

    // The variable that starts at the address.
    std::optional<Dwarf_Die> variable_at(uint64_t address);

    // The class with virtual functions of that full name; nothing when there are several that may
    // differ.
    std::optional<Dwarf_Die> class_named(const std::string& name);

    // The namespaces and classes around a function without a linkage name, ending in "::".
    std::string scope_of(Dwarf_Die function);

  private:
    struct Unit {
        Dwarf_Die die{};
        std::optional<UnitContents> contents;
    };
    struct Range {
        uint64_t start = 0;
        uint64_t end = 0;
        size_t unit = 0;
    };

    void add_unit(Dwarf_Die die);
    const UnitContents& contents(Unit& unit);
    std::optional<Dwarf_Die> die_at(Dwarf_Off offset);

    Dwarf* dwarf_;
    uint64_t budget_;
    std::vector<Unit> units_;    // ascending by offset
    std::vector<Range> ranges_;  // of code, by start
    std::optional<std::unordered_map<uint64_t, Dwarf_Off>> variables_;
    struct Class {
        Dwarf_Off die = 0;
        bool repeated = false;
    };
    std::optional<std::unordered_map<size_t, Class>> classes_;  // by hash of the name
};

}  // namespace hotlock::symbols
