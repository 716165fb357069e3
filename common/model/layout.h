// How a field lies in the objects around it, as debug information tells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hotlock {

// A member or base class of a class or struct.
struct MemberExtent {
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t alignment = 1;
};

// A step from an object into a part of it: to a member, a base class, or an element of an array.
struct LayoutStep {
    enum class Kind { member, base, element };
    Kind kind = Kind::member;
    std::string owner;        // the class, or the type of the elements
    int64_t owner_start = 0;  // in bytes; what it counts from is said where it is used
    uint64_t owner_size = 0;  // of the class; of an element: what separates it from the next
    std::string part;         // "lock", "[3]"; empty: a member without a name
    bool told = true;         // false: the name is reserved for the implementation
    uint64_t offset = 0;      // of the part in its owner; of an element: its number times its size
    uint64_t size = 0;        // of the part
    std::vector<MemberExtent> members{};  // of the class, if it has at most some hundred

    int64_t start() const { return owner_start + static_cast<int64_t>(offset); }
};

// Outermost first.
using Layout = std::vector<LayoutStep>;

// ".slots[3].lock": of the parts with names that are told, or of all with `reserved`.
std::string layout_path(const Layout& layout, size_t steps, bool reserved = false);

// An object's name with such a path behind it: "pool.lock"; of a type "Pool::lock".
std::string with_path(const std::string& name, bool is_type, const std::string& path);

// sizeof(the class) if these members (by offset) had alignas(`boundary`): members keep their order
// and their own alignment.
uint64_t size_with_members_apart(const LayoutStep& step, const std::vector<uint64_t>& offsets,
                                 uint64_t boundary);

}  // namespace hotlock
