// A place in memory, as debug information knows it: so many bytes into an object of some type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analyzer/symbols/symbolizer.h"
#include "analyzer/symbols/type_names.h"

namespace hotlock::symbols {

struct ObjectPlace {
    enum class Root : uint8_t {
        pointee,   // `origin` names the pointer, or is empty
        variable,  // `origin` names the object itself
    };
    Dwarf_Die type{};
    int64_t offset = 0;    // into it; what does not lie in it is not the object's
    bool element = false;  // one element, unknown which, of an array of them
    Root root = Root::pointee;
    std::string origin{};
};

// A class with a name and a size that does not belong to the C++ library: worth naming by.
bool is_telling(TypeNames& names, Dwarf_Die type);

// Where the pointer points to that lies at this place; nothing when no pointer does.
std::optional<ObjectPlace> behind_pointer(TypeNames& names, const ObjectPlace& place);

// The place an unknown multiple of `stride` bytes further, when that leads to another element of an
// array; nothing when it could lead anywhere.
std::optional<ObjectPlace> any_element(TypeNames& names, const ObjectPlace& place, uint64_t stride);

// Nothing when the place is outside of the object, or has no name that says something.
std::optional<AccessedObject> describe(TypeNames& names, const ObjectPlace& place);

// The steps from an object of that type down to the offset; empty when it lies in padding.
Layout layout_at(TypeNames& names, Dwarf_Die type, uint64_t offset);

// The same in all that is told of them.
bool same_place(TypeNames& names, const ObjectPlace& a, const ObjectPlace& b);

}  // namespace hotlock::symbols
