// Lock deltas: medians, wait per operation, verdicts.
#include "analyzer/compare/locks.h"

#include <gtest/gtest.h>

#include "test/support/build_profile.h"

namespace hotlock {
namespace {

using namespace std::chrono_literals;
using test::add_lock;
using test::make_profile;

// One run for each share; 0: the lock is not in that run.
std::vector<Profile> side(const std::vector<double>& shares, const std::string& name = "pool") {
    std::vector<Profile> runs;
    for (const double share : shares) {
        runs.push_back(make_profile());
        if (share > 0) add_lock(runs.back(), name, share);
    }
    return runs;
}

LockDelta delta(const std::vector<double>& a, const std::vector<double>& b) {
    const std::vector<LockDelta> deltas = compare_locks(side(a), side(b));
    EXPECT_EQ(deltas.size(), 1u);
    return deltas.front();
}

TEST(CompareLocks, MediansCountMissingRunsAsZero) {
    const LockDelta lock = delta({0.2, 0, 0.4}, {0.1, 0.1});
    EXPECT_DOUBLE_EQ(lock.a->share, 0.2);
    EXPECT_EQ(lock.a->wait, 16s);
    EXPECT_EQ(lock.a->waits, 8000);
    EXPECT_EQ(lock.a->runs, 2u);
    EXPECT_DOUBLE_EQ(lock.b->share, 0.1);
    EXPECT_EQ(lock.match_confidence, 1);
    EXPECT_DOUBLE_EQ(lock.delta.value(), 0.1 - 0.2);
}

TEST(CompareLocks, VerdictsFollowTheDocumentedThresholds) {
    EXPECT_EQ(delta({0.5}, {0}).verdict, "vanished");
    EXPECT_EQ(delta({0.5}, {0.024}).verdict, "vanished");
    EXPECT_EQ(delta({0.5}, {0.026}).verdict, "less");
    EXPECT_EQ(delta({0}, {0.5}).verdict, "appeared");
    EXPECT_EQ(delta({0.2}, {0.39}).verdict, "same");
    EXPECT_EQ(delta({0.2}, {0.41}).verdict, "more");
    EXPECT_EQ(delta({0.009}, {0}).verdict, "less");  // never worth a name: did not vanish
    EXPECT_EQ(delta({0.0009}, {0}).verdict, "same");
}

TEST(CompareLocks, VanishingTakesHalfOfTheRuns) {
    EXPECT_EQ(delta({0.5, 0, 0.5, 0}, {0, 0, 0, 0}).verdict, "vanished");
    EXPECT_EQ(delta({0.5, 0, 0, 0}, {0, 0, 0, 0}).verdict, "inconclusive");
    EXPECT_EQ(delta({0.5, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}).verdict, "appeared");
}

TEST(CompareLocks, WaitPerOperationNeedsTheCountOfEveryRun) {
    std::vector<Profile> a = side({0.5, 0.5});
    std::vector<Profile> b = side({0.5, 0.5});
    const auto count = [](std::vector<Profile>& runs, double operations) {
        for (Profile& run : runs)
            run.metrics = {{"operations", operations, "", ""}};
    };
    count(a, 1e6);
    count(b, 4e6);
    const LockDelta lock = compare_locks(a, b).front();
    EXPECT_DOUBLE_EQ(lock.wait_ns_per_op_a.value(), 40'000);
    EXPECT_DOUBLE_EQ(lock.wait_ns_per_op_b.value(), 10'000);
    EXPECT_DOUBLE_EQ(lock.delta.value(), -30'000);
    EXPECT_EQ(lock.verdict, "less");  // the share alone is the same

    a.front().metrics.clear();
    const LockDelta uncounted = compare_locks(a, b).front();
    EXPECT_FALSE(uncounted.wait_ns_per_op_a);
    EXPECT_EQ(uncounted.delta, 0);
    EXPECT_EQ(uncounted.verdict, "same");
}

TEST(CompareLocks, ALockOfOneSideHasNoConfidenceAndZeroPerOperation) {
    std::vector<Profile> a = side({0.5});
    std::vector<Profile> b = side({0});
    for (auto* runs : {&a, &b})
        runs->front().metrics = {{"operations", 1e6, "", ""}};
    const LockDelta lock = compare_locks(a, b).front();
    EXPECT_EQ(lock.match_confidence, 0);
    EXPECT_TRUE(lock.a);
    EXPECT_FALSE(lock.b);
    EXPECT_EQ(lock.wait_ns_per_op_b, 0);
}

TEST(CompareLocks, RanksAndOrderFollowTheWait) {
    Profile a = make_profile();
    add_lock(a, "first", 0.5);
    add_lock(a, "second", 0.1);
    Profile b = make_profile();
    add_lock(b, "second", 0.2);
    add_lock(b, "third", 0.15);
    const std::vector<LockDelta> deltas = compare_locks({a}, {b});
    ASSERT_EQ(deltas.size(), 3u);
    EXPECT_EQ(deltas[0].name, "first");
    EXPECT_EQ(deltas[1].name, "second");
    EXPECT_EQ(deltas[1].a->rank, 2u);
    EXPECT_EQ(deltas[1].b->rank, 1u);
    EXPECT_EQ(deltas[2].name, "third");
}

TEST(CompareLocks, NoVerdictWithoutRecordedWaits) {
    std::vector<Profile> b = side({0});
    b.front().quality.probes = {{"sleeps", "unavailable", "needs CAP_BPF"}};
    EXPECT_EQ(compare_locks(side({0.5}), b).front().verdict, "inconclusive");
}

}  // namespace
}  // namespace hotlock
