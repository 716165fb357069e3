// Reads structs, classes and arrays.
#include "analyzer/symbols/type_parts.h"

#include <dwarf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

#include "analyzer/symbols/dies.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 64;
constexpr int most_looked_at = 1024;  // members, for alignments; also how deep they may nest
constexpr int most_entries = 50'000;  // children, for one descent
constexpr size_t max_members = 256;
constexpr uint64_t largest_alignment = 4096;
constexpr uint64_t largest_size = uint64_t{1} << 40;

// Types of pthreads and C11 that are one thing to their users.
bool is_opaque(const std::string& typedef_name) {
    static constexpr std::array<std::string_view, 3> others = {"sem_t", "mtx_t", "cnd_t"};
    return typedef_name.starts_with("pthread_") || std::ranges::count(others, typedef_name) > 0;
}

bool is_reserved(const std::string& name) {
    return name.size() > 1 && name[0] == '_' &&
           (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

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

// A place in a type: what is left of the offset there, and where it began.
struct Place {
    Dwarf_Die type{};
    uint64_t offset = 0;
    uint64_t start = 0;
    int budget = most_entries;
};

std::optional<TypePart> element_at(const Place& at) {
    const std::optional<Dwarf_Die> type = referenced(at.type, DW_AT_type);
    const std::optional<uint64_t> size = type ? size_of(*type) : std::nullopt;
    if (!size || *size == 0) return std::nullopt;

    uint64_t element = at.offset / *size;
    const uint64_t start = at.start + element * *size;
    std::string text;
    const std::vector<uint64_t> counts = dimensions(at.type);
    for (size_t i = counts.size(); i-- > 1;) {
        if (counts[i] == 0) return std::nullopt;
        text = fmt::format("[{}]{}", element % counts[i], text);
        element /= counts[i];
    }
    return TypePart{LayoutStep::Kind::element,           at.type, *type, at.start, start, *size,
                    fmt::format("[{}]{}", element, text)};
}

struct Member {
    Dwarf_Die type{};
    uint64_t offset = 0;
    uint64_t size = 0;
};

bool is_bit_field(Dwarf_Die member) {
    return dwarf_hasattr_integrate(&member, DW_AT_bit_size) != 0;
}

std::optional<Member> member_of(Dwarf_Die child) {
    if (is_bit_field(child)) return std::nullopt;
    const auto offset = unsigned_attribute(child, DW_AT_data_member_location);
    const std::optional<Dwarf_Die> type = offset ? referenced(child, DW_AT_type) : std::nullopt;
    const std::optional<uint64_t> size = type ? size_of(*type) : std::nullopt;
    return size ? std::optional(Member{*type, *offset, *size}) : std::nullopt;
}

// The part of a struct or class that covers the offset, when it is of that kind. Of base classes
// the largest: empty ones lie on others.
std::optional<TypePart> part_at(Place& at, int tag) {
    std::optional<TypePart> found;
    each_child(at.type, [&](Dwarf_Die child) {
        if (--at.budget < 0) return false;
        if (dwarf_tag(&child) != tag) return true;
        const std::optional<Member> member = member_of(child);
        if (!member || at.offset < member->offset || at.offset - member->offset >= member->size)
            return true;
        if (found && found->size >= member->size) return true;
        const bool is_member = tag == DW_TAG_member;
        std::string name = is_member ? die_name(child) : std::string();
        const bool told = !is_reserved(name);
        found = TypePart{is_member ? LayoutStep::Kind::member : LayoutStep::Kind::base,
                         at.type,
                         member->type,
                         at.start,
                         at.start + member->offset,
                         member->size,
                         std::move(name),
                         told};
        return !is_member;
    });
    return found;
}

// Members come first: an empty base class claims a byte that is theirs.
std::optional<TypePart> member_at(Place& at) {
    const std::optional<TypePart> member = part_at(at, DW_TAG_member);
    return member ? member : part_at(at, DW_TAG_inheritance);
}

// System V psABI AMD64, 3.1.2: of scalars their size, of others that of what they are made of.
uint64_t alignment_of(Dwarf_Die type, int& budget);

uint64_t largest_of_members(Dwarf_Die aggregate, int& budget) {
    uint64_t largest = 1;
    each_child(aggregate, [&](Dwarf_Die child) {
        const int tag = dwarf_tag(&child);
        if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return true;
        if (const std::optional<Member> member = member_of(child))
            largest = std::max(largest, alignment_of(member->type, budget));
        return budget > 0;
    });
    return largest;
}

uint64_t alignment_of(Dwarf_Die type, int& budget) {
    std::optional<Dwarf_Die> bare = without_aliases(type);
    if (!bare || --budget <= 0) return 1;
    if (const auto said = unsigned_attribute(*bare, DW_AT_alignment))
        return std::bit_floor(std::clamp<uint64_t>(*said, 1, largest_alignment));
    const Shape shape = shape_of(*bare);
    if (shape == Shape::aggregate) return largest_of_members(*bare, budget);
    if (shape == Shape::array) {
        const std::optional<Dwarf_Die> element = referenced(*bare, DW_AT_type);
        return element ? alignment_of(*element, budget) : 1;
    }
    const uint64_t size = size_of(*bare).value_or(1);
    return size > 16 ? 8 : std::bit_ceil(std::max<uint64_t>(size, 1));
}

bool is_unnamed_union(const TypePart& part) {
    Dwarf_Die type = part.type;
    return part.name.empty() && dwarf_tag(&type) == DW_TAG_union_type;
}

bool is_open_array(Dwarf_Die member) {
    const std::optional<Dwarf_Die> type = referenced(member, DW_AT_type);
    const std::optional<Dwarf_Die> array = type ? without_aliases(*type) : std::nullopt;
    if (!array || shape_of(*array) != Shape::array) return false;
    const std::vector<uint64_t> counts = dimensions(*array);
    return !counts.empty() && counts.front() == 0;
}

}  // namespace

std::optional<uint64_t> size_of(Dwarf_Die type) {
    Dwarf_Word size = 0;
    if (dwarf_aggregate_size(&type, &size) != 0 || size > largest_size) return std::nullopt;
    return size;
}

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
            return Shape::aggregate;
        default:
            return Shape::plain;
    }
}

std::optional<Dwarf_Die> without_aliases(Dwarf_Die type) {
    std::optional<Dwarf_Die> bare = type;
    for (int depth = 0; depth < max_depth; ++depth) {
        if (!bare || shape_of(*bare) != Shape::alias) return bare;
        bare = referenced(*bare, DW_AT_type);
    }
    return std::nullopt;
}

Parts parts_at(Dwarf_Die type, uint64_t offset) {
    Parts found{{}, offset, false};
    Place at{type, offset, 0};
    for (int depth = 0; depth < max_depth; ++depth) {
        const std::optional<Dwarf_Die> bare = without_aliases(at.type);
        if (!bare) return found;
        at.type = *bare;
        const Shape shape = shape_of(*bare);
        found.exact = shape == Shape::plain;
        if (found.exact) return found;
        std::optional<TypePart> part = shape == Shape::array ? element_at(at) : member_at(at);
        if (!part || is_unnamed_union(*part)) return found;
        at = {part->type, at.offset - (part->start - at.start), part->start, at.budget};
        found.rest = at.offset;
        found.parts.push_back(*std::move(part));
    }
    return found;
}

bool ends_open(Dwarf_Die type) {
    std::optional<Dwarf_Die> bare = without_aliases(type);
    if (!bare || shape_of(*bare) != Shape::aggregate) return false;
    bool open = false;
    int budget = most_entries;
    each_child(*bare, [&](Dwarf_Die child) {
        if (dwarf_tag(&child) == DW_TAG_member) open = is_open_array(child);
        return --budget > 0;
    });
    return open;
}

std::vector<MemberExtent> members_of(Dwarf_Die aggregate) {
    std::vector<MemberExtent> members;
    int budget = most_looked_at;
    bool bit_fields = false;
    each_child(aggregate, [&](Dwarf_Die child) {
        const int tag = dwarf_tag(&child);
        if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return true;
        bit_fields = bit_fields || is_bit_field(child);
        if (const std::optional<Member> member = member_of(child)) {
            uint64_t alignment = alignment_of(member->type, budget);
            while (member->offset % alignment != 0)
                alignment /= 2;  // packed
            members.push_back({member->offset, member->size, std::max<uint64_t>(alignment, 1)});
        }
        return members.size() <= max_members;
    });
    if (members.size() > max_members || budget <= 0 || bit_fields) members.clear();
    return members;
}

}  // namespace hotlock::symbols
