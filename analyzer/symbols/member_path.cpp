// Descends from a type to the member at an offset.
#include "analyzer/symbols/member_path.h"

#include <dwarf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/symbols/dies.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 64;
constexpr size_t max_length = 1024;

std::optional<uint64_t> size_of(Dwarf_Die type) {
    Dwarf_Word size = 0;
    if (dwarf_aggregate_size(&type, &size) != 0) return std::nullopt;
    return size;
}

// Types of pthreads and C11 that are one thing to their users.
bool is_opaque(const std::string& typedef_name) {
    static constexpr std::array<std::string_view, 3> others = {"sem_t", "mtx_t", "cnd_t"};
    return typedef_name.starts_with("pthread_") || std::ranges::count(others, typedef_name) > 0;
}

bool is_reserved(const std::string& name) {
    return name.size() > 1 && name[0] == '_' &&
           (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

// A step into a type: what is said about it, and where the address lies in the part.
struct Part {
    Dwarf_Die type;
    uint64_t offset = 0;
    std::string text;
};

// Number of elements of each dimension, outermost first.
std::vector<uint64_t> dimensions(Dwarf_Die array) {
    std::vector<uint64_t> counts;
    each_child(array, [&](Dwarf_Die child) {
        if (dwarf_tag(&child) != DW_TAG_subrange_type) return true;
        const auto count = unsigned_attribute(child, DW_AT_count);
        const auto last = unsigned_attribute(child, DW_AT_upper_bound);
        counts.push_back(count ? *count : last.value_or(UINT64_MAX) + 1);
        return counts.size() < max_depth;
    });
    return counts;
}

std::optional<Part> element_at(Dwarf_Die array, uint64_t offset) {
    const std::optional<Dwarf_Die> type = referenced(array, DW_AT_type);
    const std::optional<uint64_t> size = type ? size_of(*type) : std::nullopt;
    if (!size || *size == 0) return std::nullopt;

    uint64_t element = offset / *size;
    std::string text;
    const std::vector<uint64_t> counts = dimensions(array);
    for (size_t i = counts.size(); i-- > 1;) {
        if (counts[i] == 0) return std::nullopt;
        text = fmt::format("[{}]{}", element % counts[i], text);
        element /= counts[i];
    }
    return Part{*type, offset % *size, fmt::format("[{}]{}", element, text)};
}

// The part of a struct, class or union that covers the offset, when it is of that kind.
std::optional<Part> part_at(Dwarf_Die aggregate, uint64_t offset, int tag) {
    std::optional<Part> found;
    each_child(aggregate, [&](Dwarf_Die child) {
        if (dwarf_tag(&child) != tag) return true;
        const bool is_union = dwarf_tag(&aggregate) == DW_TAG_union_type;
        const auto start = is_union ? std::optional<uint64_t>(0)
                                    : unsigned_attribute(child, DW_AT_data_member_location);
        if (!start || offset < *start) return true;
        const std::optional<Dwarf_Die> type = referenced(child, DW_AT_type);
        const std::optional<uint64_t> size = type ? size_of(*type) : std::nullopt;
        if (!size || offset - *start >= *size) return true;
        const std::string name = tag == DW_TAG_member ? die_name(child) : std::string();
        const bool is_told = !name.empty() && !is_reserved(name);
        found = Part{*type, offset - *start, is_told ? "." + name : std::string()};
        return false;
    });
    return found;
}

// Members come first: an empty base class claims a byte that is theirs.
std::optional<Part> member_at(Dwarf_Die aggregate, uint64_t offset) {
    const std::optional<Part> member = part_at(aggregate, offset, DW_TAG_member);
    return member ? member : part_at(aggregate, offset, DW_TAG_inheritance);
}

std::optional<Part> aliased(Dwarf_Die type, uint64_t offset) {
    const std::optional<Dwarf_Die> target = referenced(type, DW_AT_type);
    if (!target) return std::nullopt;
    return Part{*target, offset, {}};
}

enum class Shape { alias, array, aggregate, plain };

Shape shape_of(Dwarf_Die type) {
    switch (dwarf_tag(&type)) {
        case DW_TAG_typedef:
            return is_opaque(die_name(type)) ? Shape::plain : Shape::alias;
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_restrict_type:
        case DW_TAG_atomic_type:
            return Shape::alias;
        case DW_TAG_array_type:
            return Shape::array;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            return Shape::aggregate;
        default:
            return Shape::plain;
    }
}

std::optional<Part> step(Shape shape, const Part& part) {
    if (shape == Shape::alias) return aliased(part.type, part.offset);
    if (shape == Shape::array) return element_at(part.type, part.offset);
    return member_at(part.type, part.offset);
}

}  // namespace

std::string member_path(Dwarf_Die type, uint64_t offset) {
    std::string path;
    Part part{type, offset, {}};
    for (int depth = 0; depth < max_depth && path.size() < max_length; ++depth) {
        const Shape shape = shape_of(part.type);
        if (shape == Shape::plain) return path;
        const std::optional<Part> inner = step(shape, part);
        if (!inner) return part.offset == 0 ? path : fmt::format("{}+{:#x}", path, part.offset);
        path += inner->text;
        part = *inner;
    }
    return path;
}

}  // namespace hotlock::symbols
