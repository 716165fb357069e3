// LockDelta of each lock: figures of both sides, wait per operation, verdict.
#include "analyzer/compare/locks.h"

#include <algorithm>
#include <optional>

#include "analyzer/compare/compare.h"
#include "analyzer/compare/match.h"
#include "analyzer/compare/side.h"
#include "analyzer/compare/statistics.h"
#include "common/model/coverage.h"
#include "common/model/significance.h"

namespace hotlock {
namespace {

using Profiles = std::vector<Profile>;

struct Side {
    const Profiles& runs;
    std::optional<std::vector<double>> operations;  // per run; absent unless every run has them
};

std::optional<double> operations_of(const Profile& profile) {
    for (const Metric& metric : profile.metrics) {
        if (metric.name == operations_metric && metric.value > 0) return metric.value;
    }
    return std::nullopt;
}

Side make_side(const Profiles& runs) {
    std::vector<double> operations;
    for (const Profile& profile : runs) {
        if (const auto count = operations_of(profile)) operations.push_back(*count);
    }
    if (operations.size() != runs.size()) return {runs, std::nullopt};
    return {runs, std::move(operations)};
}

// `lock` null: not seen on this side, hence 0 per operation.
std::optional<double> wait_ns_per_op(const Side& side, const SideLock* lock) {
    if (!side.operations) return std::nullopt;
    if (lock == nullptr) return 0;
    std::vector<double> values;
    for (size_t run = 0; run < lock->per_run.size(); ++run) {
        const Lock* seen = lock->per_run[run];
        const double wait = seen == nullptr ? 0 : static_cast<double>(seen->sums.wait.count());
        values.push_back(wait / (*side.operations)[run]);
    }
    return median(values);
}

// In how many runs the lock reached the share that is worth a name.
enum class Presence { never, sometimes, mostly };

Presence presence(const SideLock* lock) {
    if (lock == nullptr) return Presence::never;
    const auto strong = static_cast<size_t>(std::count_if(
        lock->per_run.begin(), lock->per_run.end(),
        [](const Lock* seen) { return seen != nullptr && seen->share >= share_worth_naming; }));
    if (strong == 0) return Presence::never;
    return strong * 2 >= lock->per_run.size() ? Presence::mostly : Presence::sometimes;
}

double share_of(const std::optional<LockOnSide>& side) {
    return side ? side->share : 0;
}

std::string verdict_of(const LockDelta& delta, Presence in_a, Presence in_b) {
    const double a_share = share_of(delta.a);
    const double b_share = share_of(delta.b);
    if (in_a == Presence::mostly && b_share < a_share * vanished_ratio) return "vanished";
    if (in_b == Presence::mostly && a_share < b_share * vanished_ratio) return "appeared";
    const bool flickers = in_a == Presence::sometimes || in_b == Presence::sometimes;
    if (flickers && in_a != Presence::mostly && in_b != Presence::mostly) return "inconclusive";
    if (std::max(a_share, b_share) < least_share_judged) return "same";
    const bool per_op = delta.wait_ns_per_op_a && delta.wait_ns_per_op_b;
    const double a_cost = per_op ? *delta.wait_ns_per_op_a : a_share;
    const double b_cost = per_op ? *delta.wait_ns_per_op_b : b_share;
    if (a_cost > b_cost * changed_ratio) return "less";
    if (b_cost > a_cost * changed_ratio) return "more";
    return "same";
}

LockDelta make_delta(const Side& a, const SideLock* in_a, const Side& b, const SideLock* in_b,
                     double confidence) {
    LockDelta delta;
    if (in_a != nullptr) delta.a = summarize(*in_a);
    if (in_b != nullptr) delta.b = summarize(*in_b);
    delta.name = delta.b ? delta.b->name : delta.a->name;
    delta.match_confidence = confidence;
    delta.wait_ns_per_op_a = wait_ns_per_op(a, in_a);
    delta.wait_ns_per_op_b = wait_ns_per_op(b, in_b);
    delta.delta = delta.wait_ns_per_op_a && delta.wait_ns_per_op_b
                      ? *delta.wait_ns_per_op_b - *delta.wait_ns_per_op_a
                      : share_of(delta.b) - share_of(delta.a);
    delta.verdict = verdict_of(delta, presence(in_a), presence(in_b));
    return delta;
}

std::vector<LockDelta> make_deltas(const Side& a, const Side& b) {
    const std::vector<SideLock> a_locks = gather_locks(a.runs);
    const std::vector<SideLock> b_locks = gather_locks(b.runs);
    std::vector<bool> a_matched(a_locks.size());
    std::vector<bool> b_matched(b_locks.size());
    std::vector<LockDelta> deltas;
    for (const LockMatch& match : match_locks(representatives(a_locks), representatives(b_locks))) {
        deltas.push_back(make_delta(a, &a_locks[match.a], b, &b_locks[match.b], match.confidence));
        a_matched[match.a] = true;
        b_matched[match.b] = true;
    }
    for (size_t i = 0; i < a_locks.size(); ++i) {
        if (!a_matched[i]) deltas.push_back(make_delta(a, &a_locks[i], b, nullptr, 0));
    }
    for (size_t i = 0; i < b_locks.size(); ++i) {
        if (!b_matched[i]) deltas.push_back(make_delta(a, nullptr, b, &b_locks[i], 0));
    }
    return deltas;
}

using SideOfDelta = std::optional<LockOnSide> LockDelta::*;

void rank(std::vector<LockDelta>& deltas, SideOfDelta side) {
    std::vector<LockOnSide*> present;
    for (LockDelta& delta : deltas) {
        if (delta.*side) present.push_back(&*(delta.*side));
    }
    std::stable_sort(present.begin(), present.end(),
                     [](const LockOnSide* x, const LockOnSide* y) { return x->wait > y->wait; });
    for (size_t i = 0; i < present.size(); ++i)
        present[i]->rank = i + 1;
}

nanoseconds most_wait(const LockDelta& delta) {
    const nanoseconds a = delta.a ? delta.a->wait : nanoseconds{0};
    const nanoseconds b = delta.b ? delta.b->wait : nanoseconds{0};
    return std::max(a, b);
}

}  // namespace

std::vector<LockDelta> compare_locks(const Profiles& a, const Profiles& b) {
    std::vector<LockDelta> deltas = make_deltas(make_side(a), make_side(b));
    std::stable_sort(deltas.begin(), deltas.end(), [](const LockDelta& x, const LockDelta& y) {
        return most_wait(x) > most_wait(y);
    });
    rank(deltas, &LockDelta::a);
    rank(deltas, &LockDelta::b);
    if (!lock_waits_recorded(a) || !lock_waits_recorded(b)) {
        for (LockDelta& delta : deltas)
            delta.verdict = "inconclusive";
    }
    return deltas;
}

}  // namespace hotlock
