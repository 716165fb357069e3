// Compares the facts of the runs by their printed values and counts the runs that are not sound.
#include "analyzer/compare/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "common/base/text.h"
#include "common/model/coverage.h"

namespace hotlock {
namespace {

using Profiles = std::vector<Profile>;
using Fact = std::function<std::string(const Profile&)>;
using Test = std::function<bool(const Profile&)>;

std::set<std::string> values_of(const Profiles& side, const Fact& fact) {
    std::set<std::string> values;
    for (const Profile& profile : side)
        values.insert(fact(profile));
    return values;
}

std::string joined(const std::set<std::string>& values) {
    std::string text;
    for (const std::string& value : values) {
        text += text.empty() ? "" : ", ";
        text += value.empty() ? "unknown" : value;
    }
    return text;
}

void warn_if_different(const char* plural, const Fact& fact, const Profiles& a, const Profiles& b,
                       std::vector<std::string>& warnings) {
    const std::set<std::string> in_a = values_of(a, fact);
    const std::set<std::string> in_b = values_of(b, fact);
    if (in_a.size() == 1 && in_a == in_b) return;
    warnings.push_back(fmt::format("The runs differ in their {}: A {}; B {}.", plural, joined(in_a),
                                   joined(in_b)));
}

std::string probes_on(const Profile& profile) {
    std::string names;
    for (const ProbeState& probe : profile.quality.probes) {
        if (probe.state != "on") continue;
        names += (names.empty() ? "" : "+") + probe.name;
    }
    return names.empty() ? "none" : names;
}

// `what` follows "2 of 5 runs of A ".
void warn_of_runs(const Profiles& side, const char* name, const Test& test, const char* what,
                  std::vector<std::string>& warnings) {
    const auto count = std::count_if(side.begin(), side.end(), test);
    if (count == 0) return;
    warnings.push_back(fmt::format("{} of {} runs of {} {}.", count, side.size(), name, what));
}

void warn_of_bad_runs(const Profiles& side, const char* name, std::vector<std::string>& warnings) {
    warn_of_runs(
        side, name, [](const Profile& profile) { return profile.run.exit_code.value_or(0) != 0; },
        "ended with a status other than 0", warnings);
    warn_of_runs(
        side, name, [](const Profile& profile) { return !profile.quality.complete; },
        "broke off: their recordings are incomplete", warnings);
    warn_of_runs(
        side, name,
        [](const Profile& profile) { return missing_lock_probe(profile.quality) != nullptr; },
        "did not record lock waits, so no lock is judged", warnings);
    warn_of_runs(
        side, name,
        [](const Profile& profile) {
            return samples_recorded(profile.quality) && !lines_recorded(profile.quality);
        },
        "derived no cache lines from their samples, so none is compared", warnings);
    warn_of_runs(
        side, name, [](const Profile& profile) { return profile.quality.lost_events > 0; },
        "lost events: their waits are lower bounds", warnings);
    const std::set<std::string> commands =
        values_of(side, [](const Profile& profile) { return shell_quote(profile.run.command); });
    if (commands.size() < 2) return;
    warnings.push_back(
        fmt::format("The runs of {} are of {} different commands.", name, commands.size()));
}

}  // namespace

std::vector<std::string> environment_warnings(const Profiles& a, const Profiles& b) {
    std::vector<std::string> warnings;
    warn_of_bad_runs(a, "A", warnings);
    warn_of_bad_runs(b, "B", warnings);
    const auto differ = [&](const char* plural, const Fact& fact) {
        warn_if_different(plural, fact, a, b, warnings);
    };
    differ("hosts", [](const Profile& profile) { return profile.run.host; });
    differ("CPU models", [](const Profile& profile) { return profile.run.cpu_model; });
    differ("numbers of CPUs",
           [](const Profile& profile) { return std::to_string(profile.run.cpus); });
    differ("kernels", [](const Profile& profile) { return profile.run.kernel; });
    differ("probes", probes_on);
    return warnings;
}

}  // namespace hotlock
