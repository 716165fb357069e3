// Descends from a type to the part of it that lies at an offset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/symbols/handles.h"
#include "common/model/layout.h"

namespace hotlock::symbols {

enum class Shape {
    alias,  // typedef, const …
    array,
    aggregate,  // struct, class
    plain,      // all else: unions, of which any member may be in use, too, and types of pthreads
                // and C11 that are one thing to their users
};
Shape shape_of(Dwarf_Die type);

std::optional<uint64_t> size_of(Dwarf_Die type);

// Without typedefs, const and volatile; an opaque type stays.
std::optional<Dwarf_Die> without_aliases(Dwarf_Die type);

struct TypePart {
    LayoutStep::Kind kind = LayoutStep::Kind::member;
    Dwarf_Die owner{};         // class, or array
    Dwarf_Die type{};          // of the part
    uint64_t owner_start = 0;  // from the start of the outermost object
    uint64_t start = 0;        // likewise
    uint64_t size = 0;
    std::string name;  // "lock", "[3]"; empty: none
    bool told = true;  // false: reserved for the implementation
};

// Parts that cover the offset, outermost first. `exact`: down to a type that has no parts, and not
// into padding or an unnamed union.
struct Parts {
    std::vector<TypePart> parts;
    uint64_t rest = 0;  // offset in the last part
    bool exact = false;
};
Parts parts_at(Dwarf_Die type, uint64_t offset);

// A struct whose last member is an array without a bound: what an index behind a pointer to it
// leads to need not be another such struct.
bool ends_open(Dwarf_Die type);

// Of a class; empty when there are too many, or bit-fields, which have no bytes of their own.
std::vector<MemberExtent> members_of(Dwarf_Die aggregate);

}  // namespace hotlock::symbols
