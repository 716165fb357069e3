// Types, offsets and names of places.
#include "analyzer/symbols/object_place.h"

#include <dwarf.h>

#include <algorithm>

#include "analyzer/symbols/dies.h"
#include "analyzer/symbols/type_parts.h"

namespace hotlock::symbols {
namespace {

constexpr int64_t window = 63;  // bytes: what may share a cache line with an access
constexpr size_t max_name = 1024;

bool is_library_name(std::string_view name) {
    return name.starts_with("std::") || name.starts_with("__gnu_cxx::") || name.starts_with("__");
}

bool is_library(TypeNames& names, Dwarf_Die type) {
    const std::optional<Dwarf_Die> bare = without_aliases(type);
    return bare && shape_of(*bare) == Shape::aggregate && is_library_name(names.of(type));
}

// "std::_Sp_counted_base<…>": who has one of these has no type of his own that holds it, unlike
// "std::atomic<long>", whose insides nobody wants to know.
bool is_internal(const std::string& name) {
    const size_t scope = name.substr(0, name.find('<')).rfind("::");
    if (scope == std::string::npos || scope + 3 >= name.size()) return false;
    return name[scope + 2] == '_' && name[scope + 3] >= 'A' && name[scope + 3] <= 'Z';
}

// The type that a pointer or reference leads to.
std::optional<Dwarf_Die> pointee(Dwarf_Die type) {
    std::optional<Dwarf_Die> bare = without_aliases(type);
    if (!bare) return std::nullopt;
    const int tag = dwarf_tag(&*bare);
    const bool leads = tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
                       tag == DW_TAG_rvalue_reference_type;
    return leads ? referenced(*bare, DW_AT_type) : std::nullopt;
}

// Empty where nobody would know what is meant.
std::string base_name(TypeNames& names, const ObjectPlace& place) {
    if (place.root == ObjectPlace::Root::variable) return place.origin;
    if (is_telling(names, place.type)) return names.of(place.type);
    const bool named = !place.origin.empty() && !place.origin.ends_with("::this");
    if (named) return place.element ? place.origin + "[]" : "*" + place.origin;
    const bool internal = is_library(names, place.type) && is_internal(names.of(place.type));
    return internal ? names.of(place.type) : std::string();
}

std::string joined(TypeNames& names, const ObjectPlace& place, const std::string& path) {
    const bool by_type = place.root == ObjectPlace::Root::pointee && is_telling(names, place.type);
    const std::string name = base_name(names, place);
    return name.empty() ? name : with_path(name, by_type, path).substr(0, max_name);
}

LayoutStep step_of(TypeNames& names, const TypePart& part) {
    LayoutStep step;
    step.kind = part.kind;
    step.owner_start = static_cast<int64_t>(part.owner_start);
    step.offset = part.start - part.owner_start;
    step.size = part.size;
    step.part = part.name;
    step.told = part.told;
    const bool element = part.kind == LayoutStep::Kind::element;
    step.owner = names.of(element ? part.type : part.owner);
    step.owner_size = element ? part.size : size_of(part.owner).value_or(0);
    if (!element) step.members = members_of(part.owner);
    return step;
}

Layout steps_of(TypeNames& names, const Parts& found) {
    Layout layout;
    for (const TypePart& part : found.parts)
        layout.push_back(step_of(names, part));
    return layout;
}

LayoutStep element_step(TypeNames& names, const ObjectPlace& place, uint64_t size) {
    LayoutStep step;
    step.kind = LayoutStep::Kind::element;
    step.owner = names.of(place.type);
    step.owner_size = step.size = size;
    return step;
}

std::vector<Layout> parts_around(TypeNames& names, const ObjectPlace& place, uint64_t size) {
    std::vector<Layout> parts;
    const auto end = std::min<uint64_t>(size, static_cast<uint64_t>(place.offset + window) + 1);
    for (auto at = static_cast<uint64_t>(std::max<int64_t>(place.offset - window, 0)); at < end;) {
        const Parts found = parts_at(place.type, at);
        const uint64_t behind =
            found.parts.empty() ? size : found.parts.back().start + found.parts.back().size;
        if (found.exact) {
            Layout layout = steps_of(names, found);
            if (place.element) layout.insert(layout.begin(), element_step(names, place, size));
            parts.push_back(std::move(layout));
        }
        at = found.exact ? std::max(behind, at + 1) : at + 1;
    }
    return parts;
}

bool is_inside(const ObjectPlace& place, uint64_t size) {
    return place.offset >= 0 && static_cast<uint64_t>(place.offset) < size;
}

}  // namespace

bool is_telling(TypeNames& names, Dwarf_Die type) {
    const std::optional<Dwarf_Die> bare = without_aliases(type);
    if (!bare || shape_of(*bare) != Shape::aggregate || !size_of(*bare)) return false;
    const std::string& name = names.of(type);
    return !name.empty() && !is_library_name(name);
}

std::optional<ObjectPlace> behind_pointer(TypeNames& names, const ObjectPlace& place) {
    if (place.offset < 0) return std::nullopt;
    const Parts found = parts_at(place.type, static_cast<uint64_t>(place.offset));
    if (!found.exact || found.rest != 0) return std::nullopt;
    const auto target = pointee(found.parts.empty() ? place.type : found.parts.back().type);
    if (!target) return std::nullopt;
    ObjectPlace behind{.type = *target};
    const bool named = place.root == ObjectPlace::Root::variable || is_telling(names, place.type);
    if (named) {
        const Layout layout = steps_of(names, found);
        behind.origin = joined(names, place, layout_path(layout, layout.size()));
    }
    return behind;
}

std::optional<ObjectPlace> any_element(TypeNames& names, const ObjectPlace& place,
                                       uint64_t stride) {
    const std::optional<uint64_t> size = size_of(place.type);
    if (!size || *size == 0 || stride == 0) return std::nullopt;
    // What lies behind an object may be anything, as the array behind a header.
    if (!is_inside(place, *size) || ends_open(place.type)) return std::nullopt;
    const bool has_neighbours = place.root == ObjectPlace::Root::pointee || place.element;
    if (has_neighbours && stride % *size == 0) {
        ObjectPlace any = place;
        any.element = true;
        return any;
    }
    const Parts found = parts_at(place.type, static_cast<uint64_t>(place.offset));
    for (size_t i = 0; i < found.parts.size(); ++i) {
        const TypePart& part = found.parts[i];
        if (part.kind != LayoutStep::Kind::element || stride % part.size != 0) continue;
        Parts outer = found;
        outer.parts.resize(i);
        const Layout layout = steps_of(names, outer);
        ObjectPlace inner{.type = part.type,
                          .offset = place.offset - static_cast<int64_t>(part.start),
                          .element = true,
                          .root = ObjectPlace::Root::variable};
        inner.origin = joined(names, place, layout_path(layout, i)) + "[]";
        return inner.origin == "[]" ? std::nullopt : std::optional(inner);
    }
    return std::nullopt;
}

Layout layout_at(TypeNames& names, Dwarf_Die type, uint64_t offset) {
    const Parts found = parts_at(type, offset);
    return found.exact ? steps_of(names, found) : Layout{};
}

std::optional<AccessedObject> describe(TypeNames& names, const ObjectPlace& place) {
    const std::optional<uint64_t> size = size_of(place.type);
    if (!size || !is_inside(place, *size)) return std::nullopt;
    AccessedObject object;
    object.name = base_name(names, place);
    if (object.name.empty()) return std::nullopt;
    object.size = *size;
    object.offset = static_cast<uint64_t>(place.offset);
    const bool telling = is_telling(names, place.type);
    const bool named = place.root == ObjectPlace::Root::variable || !place.origin.empty();
    object.library = !telling && !named;
    object.type = place.root == ObjectPlace::Root::pointee && (telling || object.library);
    object.parts = parts_around(names, place, *size);
    return object;
}

bool same_place(TypeNames& names, const ObjectPlace& a, const ObjectPlace& b) {
    return a.offset == b.offset && a.element == b.element && a.root == b.root &&
           a.origin == b.origin && size_of(a.type) == size_of(b.type) &&
           names.of(a.type) == names.of(b.type);
}

}  // namespace hotlock::symbols
