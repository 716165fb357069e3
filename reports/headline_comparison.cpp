// The verdict on two sides.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/coverage.h"
#include "common/model/sides.h"
#include "common/model/significance.h"
#include "reports/headline.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

// "throughput is 1.84x that of base (862.9 k to 1.588 M ops/s, p = 0.008)".
std::string measured(const MetricDelta& metric, const SideNames& names) {
    // An inconclusive one has its p, or why there is none, in the reason.
    const bool with_p = metric.p && metric.verdict != Verdict::inconclusive;
    const std::string p = with_p ? fmt::format(", p = {}", human_p(metric.p)) : std::string();
    const std::string values = fmt::format("{} to {}", human_value(metric.a_median, ""),
                                           human_value(metric.b_median, metric.unit));
    if (!metric.ratio) return fmt::format("{} went from {}{}", metric.name, values, p);
    return fmt::format("{} is {} that of {} ({}{})", metric.name, human_ratio(metric.ratio),
                       names.a, values, p);
}

std::string title_of(const Comparison& comparison, const SideNames& names) {
    const std::string reason =
        comparison.reason.empty() ? std::string() : fmt::format(" ({})", comparison.reason);
    if (comparison.metrics.empty()) return fmt::format("Inconclusive{}.", reason);
    const MetricDelta& metric = comparison.metrics.front();
    switch (comparison.verdict) {
        case Verdict::better:
        case Verdict::worse:
            return fmt::format("{} is {}: its {}.", names.b, to_string(comparison.verdict),
                               measured(metric, names));
        case Verdict::equivalent:
            return fmt::format("{} and {} are equivalent: {}.", names.a, names.b,
                               measured(metric, names));
        case Verdict::inconclusive:
            break;
    }
    if (!metric.a_median || !metric.b_median) return fmt::format("Inconclusive{}.", reason);
    return fmt::format("Inconclusive{}: {}'s {}.", reason, names.b, measured(metric, names));
}

double share_of(const std::optional<LockOnSide>& side) {
    return side ? side->share : 0;
}

std::string change_of(const LockDelta& lock) {
    return fmt::format("Lock {} {}: {} to {} of the threads' time.",
                       shorten_middle(lock.name, longest_name), lock.verdict,
                       human_share(share_of(lock.a)), human_share(share_of(lock.b)));
}

std::string first_now(const Comparison& comparison, const SideNames& names) {
    const auto first =
        std::find_if(comparison.locks.begin(), comparison.locks.end(),
                     [](const LockDelta& lock) { return lock.b && lock.b->rank == 1; });
    if (first == comparison.locks.end() || first->b->share < share_worth_naming) {
        return fmt::format("No lock limits {} now.", names.b);
    }
    return fmt::format("First now: {}, {} of the threads' time.",
                       shorten_middle(first->name, longest_name), human_share(first->b->share));
}

// Metrics that point the other way must stand beside a good verdict.
std::string contradicting(const Comparison& comparison) {
    std::string names;
    for (const MetricDelta& metric : comparison.metrics) {
        const bool opposite =
            metric.verdict != comparison.verdict && metric.verdict != Verdict::inconclusive &&
            metric.verdict != Verdict::equivalent && comparison.verdict != Verdict::equivalent;
        if (!opposite || metric.primary) continue;
        names += fmt::format("{}{} ({}, {})", names.empty() ? "" : ", ", metric.name,
                             human_ratio(metric.ratio), to_string(metric.verdict));
    }
    return names.empty() ? std::string() : fmt::format("But not all agree: {}.", names);
}

std::string change_of(const LineDelta& line) {
    const auto share = [](const std::optional<LineOnSide>& side) {
        return side ? side->share : 0.0;
    };
    return fmt::format("Cache line of {} {}: {} to {} of the threads' time at most.",
                       shorten_middle(line.name, longest_name), line.verdict,
                       human_share(share(line.a)), human_share(share(line.b)));
}

// The line that costs most on the new side.
const LineDelta* hot_line_now(const Comparison& comparison) {
    const LineDelta* most = nullptr;
    for (const LineDelta& line : comparison.lines) {
        if (!line.b || line.b->share < share_hot) continue;
        if (most == nullptr || line.b->share > most->b->share) most = &line;
    }
    return most;
}

std::string line_now(const Comparison& comparison) {
    const LineDelta* line = hot_line_now(comparison);
    if (line == nullptr) return {};
    return fmt::format("The cache line of {} takes up to {} now.",
                       shorten_middle(line->name, longest_name), human_share(line->b->share));
}

}  // namespace

Headline comparison_headline(const Comparison& comparison) {
    const SideNames names = side_names(comparison);
    Headline headline;
    headline.title = title_of(comparison, names);
    const std::string but = contradicting(comparison);
    if (!but.empty()) headline.detail.push_back(but);
    for (const LockDelta& lock : comparison.locks) {
        if (lock.verdict == "vanished" || lock.verdict == "appeared") {
            headline.detail.push_back(change_of(lock));
        }
    }
    for (const LineDelta& line : comparison.lines) {
        if (line.verdict == "vanished" || line.verdict == "appeared") {
            headline.detail.push_back(change_of(line));
        }
    }
    const std::string now = line_now(comparison);
    if (!now.empty()) headline.detail.push_back(now);
    if (lock_waits_recorded(comparison.b)) headline.detail.push_back(first_now(comparison, names));
    return headline;
}

}  // namespace hotlock::reports
