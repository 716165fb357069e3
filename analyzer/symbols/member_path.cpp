// The text of a descent into a type.
#include "analyzer/symbols/member_path.h"

#include <fmt/format.h>

#include "analyzer/symbols/type_parts.h"

namespace hotlock::symbols {
namespace {

constexpr size_t max_length = 1024;

}  // namespace

std::string member_path(Dwarf_Die type, uint64_t offset) {
    const Parts found = parts_at(type, offset);
    std::string path;
    for (const TypePart& part : found.parts) {
        if (!part.told || part.name.empty()) continue;
        path += (part.kind == LayoutStep::Kind::member ? "." : "") + part.name;
        if (path.size() >= max_length) return path;
    }
    if (!found.exact && found.rest != 0) path += fmt::format("+{:#x}", found.rest);
    return path;
}

}  // namespace hotlock::symbols
