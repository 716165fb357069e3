// DWARF entries do not know their parents: scopes are found by descending from the unit.
#include "analyzer/symbols/type_names.h"

#include <dwarf.h>

#include <optional>

#include "analyzer/symbols/dies.h"
#include "analyzer/symbols/type_parts.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 64;
constexpr int max_entries = 1'000'000;  // looked at for one name
constexpr size_t max_length = 1024;

std::string scope_text(Dwarf_Die die) {
    const std::string name = die_name(die);
    switch (dwarf_tag(&die)) {
        case DW_TAG_namespace:
            return (name.empty() ? "(anonymous namespace)" : name) + "::";
        case DW_TAG_subprogram:
            return name.empty() ? "" : name + "()::";
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            return name.empty() ? "" : name + "::";
        default:
            return {};
    }
}

// Entries stand in ascending order, children behind their parent: the last child that starts at or
// before the wanted entry is it, or holds it.
std::string scope_in(Dwarf_Die unit, Dwarf_Off wanted) {
    std::string scope;
    std::optional<Dwarf_Die> inside = unit;
    int budget = max_entries;
    for (int depth = 0; depth < max_depth && inside; ++depth) {
        std::optional<Dwarf_Die> last;
        each_child(*inside, [&](Dwarf_Die child) {
            if (--budget < 0 || dwarf_dieoffset(&child) > wanted) return false;
            last = child;
            return true;
        });
        if (!last || budget < 0) return {};
        if (dwarf_dieoffset(&*last) == wanted) return scope;
        scope += scope_text(*last);
        inside = last;
    }
    return {};
}

std::string qualified_name(Dwarf_Die type) {
    std::string name = die_name(type);
    Dwarf_Die unit;
    if (name.empty() || dwarf_diecu(&type, &unit, nullptr, nullptr) == nullptr) return name;
    return (scope_in(unit, dwarf_dieoffset(&type)) + name).substr(0, max_length);
}

// The type without const and such, and without typedefs of what has a name itself.
std::optional<Dwarf_Die> named_type(Dwarf_Die type) {
    std::optional<Dwarf_Die> last_named;
    std::optional<Dwarf_Die> at = type;
    for (int depth = 0; depth < max_depth && at; ++depth) {
        if (!die_name(*at).empty()) last_named = at;
        if (shape_of(*at) != Shape::alias) break;
        at = referenced(*at, DW_AT_type);
    }
    return last_named;
}

}  // namespace

const std::string& TypeNames::of(Dwarf_Die type) {
    const auto [at, is_new] = known_.try_emplace({type.cu, dwarf_dieoffset(&type)});
    if (!is_new) return at->second;
    if (const std::optional<Dwarf_Die> named = named_type(type))
        at->second = qualified_name(*named);
    return at->second;
}

}  // namespace hotlock::symbols
