// The first sentences of reports.
#include "reports/headline.h"

#include <gtest/gtest.h>

#include "analyzer/compare/compare.h"
#include "test/support/build_profile.h"

namespace hotlock::reports {
namespace {

using namespace std::chrono_literals;
using test::add_holder;
using test::add_lock;
using test::add_site;
using test::make_profile;
using Sentences = std::vector<std::string>;

TEST(RunHeadline, NamesTheLimitingLockAndItsShare) {
    Profile profile = make_profile();
    Lock& lock = add_lock(profile, "Pool::lock", 0.612);
    add_site(profile, lock, {"pthread_mutex_lock", "Pool::next(int)"}, 0.75);
    add_holder(profile, lock, "a", {"pthread_mutex_unlock", "Pool::mix()"}, 0.75);
    add_holder(profile, lock, "b", {"pthread_mutex_unlock", "Pool::add()"}, 0.25);
    const Headline headline = run_headline(profile);
    EXPECT_EQ(headline.title,
              "One lock limits this program: threads spend 61.2 % of their time waiting for "
              "Pool::lock (server).");
    EXPECT_EQ(headline.detail,
              (Sentences{"75.0 % of that wait is in Pool::next.",
                         "75.0 % of the releases that woke a waiter come from Pool::mix."}));
}

TEST(RunHeadline, PrefersWhatTheHolderDidWhereItIsKnown) {
    Profile profile = make_profile();
    Lock& lock = add_lock(profile, "Pool::lock", 0.5);
    add_holder(profile, lock, "a", {"getrandom"}).blame = 4s;
    add_holder(profile, lock, "a", {"Sha256::update"}).blame = 30s;
    EXPECT_EQ(run_headline(profile).detail,
              Sentences{"While they wait, the holder is in Sha256::update (75.0 %) and getrandom "
                        "(10.0 %)."});
}

TEST(RunHeadline, SaysWhoIsFoughtForByThreadsThatDoNotSleep) {
    Profile profile = make_profile();
    Lock& lock = add_lock(profile, "spin", 0);
    lock.sums = {};
    lock.churn = profile.run.thread_time / 4;
    EXPECT_EQ(run_headline(profile).detail,
              (Sentences{"No thread was seen sleeping for a lock.",
                         "Threads are on their CPUs but only fight for spin (server) during 25.0 % "
                         "of their time."}));
    CacheLine line;
    line.name = line.holds_lock = "spin";
    line.share = 0.25;
    profile.lines.push_back(line);
    EXPECT_EQ(run_headline(profile).detail.size(), 2U);
    EXPECT_EQ(run_headline(profile).detail.back().find("Up to 25.0 %"), 0U);
    lock.churn = profile.run.thread_time / 1000;
    profile.lines.clear();
    EXPECT_EQ(run_headline(profile).detail.size(), 1U);
}

TEST(RunHeadline, CountsSeveralHotLocks) {
    Profile profile = make_profile();
    add_lock(profile, "a", 0.3);
    add_lock(profile, "b", 0.05);
    add_lock(profile, "c", 0.04);
    const Headline headline = run_headline(profile);
    EXPECT_EQ(headline.title,
              "2 locks limit this program: threads spend 30.0 % of their time waiting for the "
              "first, a (server).");
    EXPECT_EQ(headline.detail, Sentences{"All locks together take 39.0 %."});
}

TEST(RunHeadline, DoesNotBlameSmallLocks) {
    Profile profile = make_profile();
    EXPECT_EQ(run_headline(profile).detail, Sentences{"No thread was seen sleeping for a lock."});
    add_lock(profile, "a", 0.009);
    EXPECT_EQ(run_headline(profile).title, "No lock limits this program.");
    profile.locks[0].share = 0.049;
    EXPECT_EQ(run_headline(profile).title,
              "No lock limits this program much: threads spend 4.9 % of their time waiting for the "
              "largest, a (server).");
}

TEST(RunHeadline, ClaimsNothingWithoutRecordedWaits) {
    Profile profile = make_profile();
    profile.quality.probes = {{"sleeps", "unavailable", "needs CAP_BPF"}};
    EXPECT_EQ(run_headline(profile).title,
              "Lock waits were not recorded: probe sleeps is unavailable (needs CAP_BPF).");
}

TEST(RunHeadline, TellsIdleThreadsFromContention) {
    Profile profile = make_profile();
    ThreadSummary idle;
    idle.work_wait = 72s;
    profile.threads = {idle};
    EXPECT_EQ(run_headline(profile).detail.back(),
              "Threads spend 90.0 % of their time on condition variables, semaphores and joins: "
              "waiting for work, unless locks are built on these, as those of Java and Python "
              "are.");
}

TEST(RunHeadline, WarnsOfARawFutex) {
    Profile profile = make_profile();
    add_lock(profile, "futex", 0.5).kind = LockKind::futex;
    EXPECT_EQ(run_headline(profile).detail, Sentences{"It is a raw futex and may not be a lock."});
}

Profile rate(double value, const std::string& label) {
    Profile profile = make_profile();
    profile.run.label = label;
    profile.metrics = {{"throughput", value, "ops/s", "higher"}};
    return profile;
}

TEST(ComparisonHeadline, SaysHowMuchAndWhatHappenedToTheLocks) {
    std::vector<Profile> a;
    std::vector<Profile> b;
    for (const double value : {100, 101, 102, 103}) {
        a.push_back(rate(value, "base"));
        add_lock(a.back(), "Pool::lock", 0.6);
        b.push_back(rate(value * 2, "patched"));
        add_lock(b.back(), "Cache::lock", 0.1);
    }
    const Headline headline = comparison_headline(compare(a, b));
    EXPECT_EQ(headline.title,
              "patched is better: its throughput is 2.00x that of base (101.5 to 203 ops/s, "
              "p = 0.029).");
    EXPECT_EQ(headline.detail,
              (Sentences{"Lock Pool::lock vanished: 60.0 % to 0.0 % of the threads' time.",
                         "Lock Cache::lock appeared: 0.0 % to 10.0 % of the threads' time.",
                         "First now: Cache::lock, 10.0 % of the threads' time."}));
}

TEST(ComparisonHeadline, IsInconclusiveWithItsReason) {
    const Headline headline = comparison_headline(compare({rate(100, "")}, {rate(150, "")}));
    EXPECT_EQ(headline.title,
              "Inconclusive (1 run a side): B's throughput is 1.50x that of A (100 to 150 ops/s).");
    EXPECT_EQ(headline.detail, Sentences{"No lock limits B now."});
}

TEST(ComparisonHeadline, MetricsThatDisagreeStandBesideTheVerdict) {
    std::vector<Profile> a;
    std::vector<Profile> b;
    for (const double value : {100, 101, 102, 103}) {
        a.push_back(rate(value, ""));
        a.back().metrics.push_back({"latency", value, "ms", "lower"});
        b.push_back(rate(value * 1.3, ""));
        b.back().metrics.push_back({"latency", value * 5, "ms", "lower"});
    }
    EXPECT_EQ(comparison_headline(compare(a, b)).detail.front(),
              "But not all agree: latency (5.00x, worse).");
}

TEST(ComparisonHeadline, WithoutAnyMetricThereIsNothingToCompare) {
    Profile attached = make_profile();
    attached.run.exit_code.reset();
    EXPECT_EQ(comparison_headline(compare({attached}, {attached})).title,
              "Inconclusive (no metric was reported).");
}

TEST(ComparisonHeadline, ZeroBeforeHasNoRatio) {
    EXPECT_EQ(comparison_headline(compare({rate(0, "")}, {rate(5, "")})).title,
              "Inconclusive (1 run a side): B's throughput went from 0 to 5 ops/s.");
}

}  // namespace
}  // namespace hotlock::reports
