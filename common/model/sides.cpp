// Names of sides from the labels of their runs.
#include "common/model/sides.h"

#include <algorithm>

namespace hotlock {
namespace {

// Empty when the runs have no label or not all the same one.
std::string common_label(const std::vector<Profile>& side) {
    if (side.empty()) return {};
    const std::string& label = side.front().run.label;
    const bool same = std::all_of(side.begin(), side.end(), [&label](const Profile& profile) {
        return profile.run.label == label;
    });
    return same ? label : std::string();
}

}  // namespace

SideNames side_names(const Comparison& comparison) {
    const SideNames labels{common_label(comparison.a), common_label(comparison.b)};
    const bool tell_apart = !labels.a.empty() && !labels.b.empty() && labels.a != labels.b;
    return tell_apart ? labels : SideNames{"A", "B"};
}

}  // namespace hotlock
