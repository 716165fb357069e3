#include "common/model/layout.h"

#include <algorithm>

#include "common/base/rounding.h"

namespace hotlock {

std::string layout_path(const Layout& layout, size_t steps, bool reserved) {
    std::string path;
    for (size_t i = 0; i < std::min(steps, layout.size()); i++) {
        const LayoutStep& step = layout[i];
        if (step.kind == LayoutStep::Kind::base || step.part.empty()) continue;
        if (!step.told && !reserved) continue;
        path += (step.kind == LayoutStep::Kind::member ? "." : "") + step.part;
    }
    return path;
}

std::string with_path(const std::string& name, bool is_type, const std::string& path) {
    return name + (is_type && path.starts_with('.') ? "::" + path.substr(1) : path);
}

uint64_t size_with_members_apart(const LayoutStep& step, const std::vector<uint64_t>& offsets,
                                 uint64_t boundary) {
    std::vector<MemberExtent> members = step.members;
    std::stable_sort(members.begin(), members.end(),
                     [](const auto& a, const auto& b) { return a.offset < b.offset; });
    uint64_t end = 0;
    uint64_t alignment = boundary;
    for (const MemberExtent& member : members) {
        const bool apart =
            std::find(offsets.begin(), offsets.end(), member.offset) != offsets.end();
        const uint64_t own = apart ? std::max(boundary, member.alignment) : member.alignment;
        end = rounded_up(end, own) + member.size;
        alignment = std::max(alignment, own);
    }
    return rounded_up(end, alignment);
}

}  // namespace hotlock
