#include "analyzer/rules/padding.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "common/base/rounding.h"

namespace hotlock {
namespace {

using Fields = std::vector<const LineField*>;

// What different CPUs use at once, as far as it is known: rare accesses to other bytes are no
// reason to move them.
Fields contended(const CacheLine& line) {
    constexpr uint64_t rare = 20;  // less than one in so many samples
    Fields fields;
    for (const LineField& field : line.fields)
        if (field.counts.all() * rare >= line.samples) fields.push_back(&field);
    return fields;
}

bool same_owner(const LayoutStep& a, const LayoutStep& b) {
    return a.kind == b.kind && a.owner == b.owner && a.owner_size == b.owner_size &&
           a.owner_start == b.owner_start;
}

bool same_part(const LayoutStep& a, const LayoutStep& b) {
    return same_owner(a, b) && a.offset == b.offset && a.part == b.part;
}

bool all_have(const Fields& fields, size_t depth) {
    return std::all_of(fields.begin(), fields.end(),
                       [&](const LineField* field) { return field->layout.size() > depth; });
}

// The number of the first step that is not the same for all; nothing when one field ends before.
std::optional<size_t> fork_of(const Fields& fields) {
    for (size_t depth = 0; all_have(fields, depth); depth++) {
        const LayoutStep& first = fields.front()->layout[depth];
        for (const LineField* field : fields)
            if (!same_part(first, field->layout[depth])) return depth;
    }
    return std::nullopt;
}

// "Pool" of "cryptolib::Pool<int>".
std::string short_type(const std::string& type) {
    const std::string name = type.substr(0, type.find('<'));
    const size_t scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string grows(const std::string& what, uint64_t from, uint64_t to, const char* each) {
    return fmt::format("{} grows from {} to {} bytes, {} more per {}", what, from, to, to - from,
                       each);
}

// One type or variable that has lines of its own already, if it began at one.
std::string only_align(const std::string& type, uint64_t size) {
    return fmt::format(
        "let them begin at lines (alignas({}) on {}; they have {} bytes and stay so).", line_bytes,
        type.empty() ? "the array" : type, size);
}

// Members of one object. The first of them may stay where it is, if the object itself is aligned.
std::string member_cost(const Fields& fields, size_t depth) {
    const LayoutStep& owner = fields.front()->layout[depth];
    std::vector<uint64_t> offsets;
    std::vector<std::string> names;
    for (const LineField* field : fields) {
        const LayoutStep& step = field->layout[depth];
        if (std::find(offsets.begin(), offsets.end(), step.offset) != offsets.end()) continue;
        offsets.push_back(step.offset);
        names.push_back(step.part);
    }
    // Two fields in one member would stay together.
    if (offsets.size() < fields.size() || owner.members.empty()) return {};
    const auto first = std::min_element(offsets.begin(), offsets.end()) - offsets.begin();
    offsets.erase(offsets.begin() + first);
    names.erase(names.begin() + first);
    std::string moved;
    for (const std::string& name : names)
        moved += (moved.empty() ? "" : " and ") +
                 (owner.owner.empty() ? name : fmt::format("{}::{}", owner.owner, name));
    const uint64_t size = size_with_members_apart(owner, offsets, line_bytes);
    if (size <= owner.owner_size) return {};
    const std::string type = short_type(owner.owner);
    const std::string what = type.empty() ? "the struct" : fmt::format("sizeof({})", type);
    return fmt::format("give each its own line (alignas({}) on {}: {}).", line_bytes, moved,
                       grows(what, owner.owner_size, size, "object"));
}

// Objects of one type that lie side by side: elements, or neighbours on the heap.
std::string neighbour_cost(const Fields& fields, size_t depth) {
    const LayoutStep& first = fields.front()->layout[depth];
    std::set<int64_t> starts;
    for (const LineField* field : fields) {
        const LayoutStep& step = field->layout[depth];
        if (step.kind != first.kind || step.owner != first.owner ||
            step.owner_size != first.owner_size)
            return {};
        const bool element = step.kind == LayoutStep::Kind::element;
        starts.insert(element ? step.start() : step.owner_start);
    }
    const uint64_t size = first.owner_size;
    if (starts.size() < 2 || size == 0 || first.owner.empty()) return {};
    const bool elements = first.kind == LayoutStep::Kind::element;
    const uint64_t padded = rounded_up(size, line_bytes);
    if (padded == size) return only_align(first.owner, size);
    return fmt::format("give each {} its own line (alignas({}) on {}: {}).",
                       elements ? "element" : "object", line_bytes, first.owner,
                       grows("each", size, padded, elements ? "element" : "object"));
}

// Nothing is known but that each needs a line.
std::string variable_cost(const Fields& fields) {
    uint64_t used = 0;
    for (const LineField* field : fields)
        used += field->size;
    const uint64_t lines = fields.size() * line_bytes;
    return fmt::format(
        "give each its own line (alignas({}); up to {} bytes more for the {} of them).", line_bytes,
        lines > used ? lines - used : 0, fields.size());
}

}  // namespace

std::string padding_advice(const CacheLine& line) {
    const Fields fields = contended(line);
    if (fields.size() < 2) return fmt::format("give each its own line (alignas({})).", line_bytes);
    std::string advice;
    if (const std::optional<size_t> fork = fork_of(fields)) {
        const LayoutStep& first = fields.front()->layout[*fork];
        const bool members = std::all_of(fields.begin(), fields.end(), [&](const LineField* field) {
            return same_owner(first, field->layout[*fork]);
        });
        if (members && first.kind == LayoutStep::Kind::member) advice = member_cost(fields, *fork);
        if (advice.empty()) advice = neighbour_cost(fields, *fork);
    }
    return advice.empty() ? variable_cost(fields) : advice;
}

}  // namespace hotlock
