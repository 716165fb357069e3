// Walks the tree of one compilation unit.
#include "analyzer/symbols/unit_contents.h"

#include <dwarf.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

#include "analyzer/symbols/dies.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 64;

// The fixed address of a variable: DW_OP_addr X, or DW_OP_addrx N as clang writes it.
std::optional<uint64_t> fixed_address(Dwarf_Die variable) {
    Dwarf_Attribute location;
    Dwarf_Block block;
    if (dwarf_attr(&variable, DW_AT_location, &location) == nullptr) return std::nullopt;
    if (dwarf_formblock(&location, &block) != 0 || block.length == 0) return std::nullopt;

    uint64_t address = 0;
    if (block.data[0] == DW_OP_addr && block.length == 1 + sizeof address) {
        std::memcpy(&address, block.data + 1, sizeof address);
        return address;
    }
    Dwarf_Op* ops = nullptr;
    size_t count = 0;
    Dwarf_Attribute indexed;
    if (block.data[0] != DW_OP_addrx || dwarf_getlocation(&location, &ops, &count) != 0 ||
        count != 1 || dwarf_getlocation_attr(&location, ops, &indexed) != 0 ||
        dwarf_formaddr(&indexed, &address) != 0) {
        return std::nullopt;
    }
    return address;
}

bool has_linkage_name(Dwarf_Die die) {
    return dwarf_hasattr_integrate(&die, DW_AT_linkage_name) != 0 ||
           dwarf_hasattr_integrate(&die, DW_AT_MIPS_linkage_name) != 0;
}

class Reader {
  public:
    Reader(UnitContents& contents, uint64_t& budget) : contents_(contents), budget_(budget) {}

    void read_children(Dwarf_Die parent, const std::string& scope, int depth) {
        each_child(parent, [&](Dwarf_Die child) {
            // A tree that leads back into itself would be read again and again.
            const Dwarf_Off offset = dwarf_dieoffset(&child);
            if (budget_ == 0 || offset <= last_) return false;
            --budget_;
            last_ = offset;
            read(child, scope, depth);
            return true;
        });
    }

  private:
    void read(Dwarf_Die die, const std::string& scope, int depth) {
        switch (dwarf_tag(&die)) {
            case DW_TAG_subprogram:
                add_function(die, scope);
                break;
            case DW_TAG_variable:
                if (const auto address = fixed_address(die)) {
                    contents_.variables.push_back({*address, dwarf_dieoffset(&die)});
                }
                return;
            case DW_TAG_structure_type:
            case DW_TAG_class_type:
                add_class(die, scope);
                break;
            case DW_TAG_namespace:
            case DW_TAG_module:
            case DW_TAG_union_type:
            case DW_TAG_lexical_block:
                break;
            default:
                return;
        }
        if (depth < max_depth) read_children(die, inner_scope(die, scope), depth + 1);
    }

    static std::string inner_scope(Dwarf_Die die, const std::string& scope) {
        const int tag = dwarf_tag(&die);
        if (tag == DW_TAG_lexical_block) return scope;
        std::string name = die_name(die);
        if (name.empty() && tag == DW_TAG_namespace) name = "(anonymous namespace)";
        return name.empty() ? scope : scope + name + "::";
    }

    // Compilers say of a class with virtual functions which of its bases holds the pointer to them.
    void add_class(Dwarf_Die die, const std::string& scope) {
        if (dwarf_hasattr(&die, DW_AT_containing_type) == 0) return;
        if (dwarf_hasattr(&die, DW_AT_byte_size) == 0) return;  // only declared
        const std::string name = die_name(die);
        if (name.empty()) return;
        contents_.classes.push_back(
            {std::hash<std::string>()(scope + name), dwarf_dieoffset(&die)});
    }

    void add_function(Dwarf_Die die, const std::string& scope) {
        const Dwarf_Off offset = dwarf_dieoffset(&die);
        each_range(die, [&](uint64_t start, uint64_t end) {
            if (budget_ == 0) return false;
            --budget_;
            contents_.functions.push_back({start, end, offset});
            return true;
        });
        if (!scope.empty() && !has_linkage_name(die)) contents_.scopes.emplace(offset, scope);
    }

    UnitContents& contents_;
    uint64_t& budget_;
    Dwarf_Off last_ = 0;
};

}  // namespace

UnitContents read_unit(Dwarf_Die unit, uint64_t& budget) {
    UnitContents contents;
    Reader(contents, budget).read_children(unit, "", 0);
    std::ranges::sort(contents.functions, {}, &UnitContents::Function::start);
    return contents;
}

}  // namespace hotlock::symbols
