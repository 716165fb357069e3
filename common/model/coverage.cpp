// Which probes see what.
#include "common/model/coverage.h"

#include <algorithm>

namespace hotlock {
namespace {

bool sees_lock_waits(const ProbeState& probe) {
    return probe.name == "sleeps" || probe.name == "preload";
}

}  // namespace

const ProbeState* missing_lock_probe(const Quality& quality) {
    const ProbeState* missing = nullptr;
    for (const ProbeState& probe : quality.probes) {
        if (!sees_lock_waits(probe)) continue;
        if (probe.state == "on") return nullptr;
        if (missing == nullptr) missing = &probe;
    }
    return missing;
}

bool samples_recorded(const Quality& quality) {
    return std::any_of(quality.probes.begin(), quality.probes.end(), [](const ProbeState& probe) {
        return probe.name == "samples" && probe.state == "on";
    });
}

bool lines_recorded(const Quality& quality) {
    const auto off = [](const ProbeState& part) {
        return part.name == cache_lines_part && part.state != "on";
    };
    return samples_recorded(quality) &&
           std::none_of(quality.probes.begin(), quality.probes.end(), off);
}

bool tells_enough(const Profile& profile) {
    return profile.quality.complete && profile.run.threads > 0 &&
           profile.run.duration >= shortest_telling_run;
}

bool lock_waits_recorded(const std::vector<Profile>& runs) {
    return std::all_of(runs.begin(), runs.end(), [](const Profile& profile) {
        return missing_lock_probe(profile.quality) == nullptr;
    });
}

bool lines_recorded(const std::vector<Profile>& runs) {
    return std::all_of(runs.begin(), runs.end(),
                       [](const Profile& profile) { return lines_recorded(profile.quality); });
}

}  // namespace hotlock
