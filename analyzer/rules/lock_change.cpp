// What became of the locks between the sides, in sentences.
#include "analyzer/rules/lock_change.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/bouncing_line.h"
#include "analyzer/rules/hot_lock.h"
#include "common/base/text.h"
#include "common/model/coverage.h"
#include "common/model/function_name.h"
#include "common/model/sides.h"
#include "common/model/significance.h"

namespace hotlock {
namespace {

std::string describe_side(const std::string& name, const std::optional<LockOnSide>& side,
                          size_t runs) {
    if (!side) return fmt::format("Not seen in {}.", name);
    return fmt::format("{}: {} waits, {} in all (medians), seen in {} of {} runs.", name,
                       human_count(side->waits), human_time(side->wait), side->runs, runs);
}

std::string both_sides(const Comparison& comparison, const SideNames& names,
                       const LockDelta& delta) {
    return describe_side(names.a, delta.a, comparison.a.size()) + " " +
           describe_side(names.b, delta.b, comparison.b.size());
}

double share_of(const std::optional<LockOnSide>& side) {
    return side ? side->share : 0;
}

Finding came_or_went(const Comparison& comparison, const SideNames& names, const LockDelta& delta) {
    Finding finding;
    finding.rule = "lock-" + delta.verdict;
    finding.severity =
        delta.verdict == "appeared" ? lock_severity(share_of(delta.b)) : std::string("info");
    finding.title = fmt::format("{} {}: {} of the threads' time in {}, {} in {}", delta.name,
                                delta.verdict, human_share(share_of(delta.a)), names.a,
                                human_share(share_of(delta.b)), names.b);
    finding.detail = both_sides(comparison, names, delta);
    return finding;
}

const LockDelta* first_of_b(const Comparison& comparison) {
    const auto first =
        std::find_if(comparison.locks.begin(), comparison.locks.end(),
                     [](const LockDelta& delta) { return delta.b && delta.b->rank == 1; });
    return first == comparison.locks.end() ? nullptr : &*first;
}

// Advice needs the lock's kind and call stacks: from the first run of B that has a lock by this
// name.
std::string advice_for(const Comparison& comparison, const std::string& name) {
    for (const Profile& profile : comparison.b) {
        for (const Lock& lock : profile.locks) {
            if (lock.name == name) return lock_advice(lock, waiting_site(profile, lock));
        }
    }
    return {};
}

// The line with most time on it, of the first run of B that has one which is worth a finding.
const CacheLine* hot_line_of_b(const Comparison& comparison) {
    for (const Profile& profile : comparison.b)
        if (!profile.lines.empty() && profile.lines.front().share >= share_hot)
            return &profile.lines.front();
    return nullptr;
}

Finding next_line(const CacheLine& line, const SideNames& names) {
    Finding finding;
    finding.rule = "next-bottleneck";
    finding.severity = lock_severity(line.share);
    finding.title =
        fmt::format("First now: the cache line of {}, up to {} of the threads' time in {}",
                    line.name, human_share(line.share), names.b);
    finding.advice = line.advice;  // of when it was analyzed and its layout was known
    return finding;
}

// Where the CPU time of the last run of B went; empty when it was not sampled.
std::string where_it_runs(const Comparison& comparison, const SideNames& names) {
    const Profile& last = comparison.b.back();
    if (last.cpu.empty() || last.cpu.front().share < share_worth_naming) return {};
    const CpuFunction& most = last.cpu.front();
    return fmt::format(" Most CPU time of {} goes to {}{}: {} of the threads' time.", names.b,
                       most.kernel ? "the kernel, called by " : "", short_function(most.symbol),
                       human_share(most.share));
}

Finding next_bottleneck(const Comparison& comparison, const SideNames& names) {
    Finding finding;
    finding.rule = "next-bottleneck";
    const LockDelta* first = first_of_b(comparison);
    const CacheLine* line = hot_line_of_b(comparison);
    if (line != nullptr && (first == nullptr || first->b->share < line->share))
        return next_line(*line, names);
    if (first == nullptr || first->b->share < share_worth_naming) {
        finding.severity = "info";
        finding.title = fmt::format("No lock of {} reaches {} of the threads' time", names.b,
                                    human_share(share_worth_naming));
        finding.advice =
            "Look elsewhere: locks are not what limits it now." + where_it_runs(comparison, names);
        return finding;
    }
    finding.severity = lock_severity(first->b->share);
    finding.title = fmt::format("First now: {}, {} of the threads' time in {}", first->name,
                                human_share(first->b->share), names.b);
    finding.detail = both_sides(comparison, names, *first);
    finding.advice = advice_for(comparison, first->b->name);
    return finding;
}

}  // namespace

std::vector<Finding> lock_change_findings(const Comparison& comparison) {
    std::vector<Finding> findings;
    const SideNames names = side_names(comparison);
    for (const LockDelta& delta : comparison.locks) {
        if (delta.verdict == "vanished" || delta.verdict == "appeared") {
            findings.push_back(came_or_went(comparison, names, delta));
        }
    }
    if (lock_waits_recorded(comparison.b)) findings.push_back(next_bottleneck(comparison, names));
    return findings;
}

}  // namespace hotlock
