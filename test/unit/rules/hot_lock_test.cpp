// Findings of a single run.
#include "analyzer/rules/hot_lock.h"

#include <gtest/gtest.h>

#include "test/support/build_profile.h"

namespace hotlock {
namespace {

using namespace std::chrono_literals;
using test::add_holder;
using test::add_lock;
using test::add_site;
using test::make_profile;

TEST(HotLock, NamesLockSiteAndRelease) {
    Profile profile = make_profile();
    Lock& lock = add_lock(profile, "Pool::lock", 0.61);
    LockSite& site = add_site(
        profile, lock, {"libc.so.6+0x88", "pthread_mutex_lock", "Pool::next(int)", "worker"}, 0.75);
    add_holder(profile, lock, "io-1", {"pthread_mutex_unlock", "Pool::refill()", "worker"});
    EXPECT_TRUE(site.stack);

    const std::vector<Finding> findings = lock_findings(profile);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].rule, "hot-lock");
    EXPECT_EQ(findings[0].severity, "high");
    EXPECT_EQ(findings[0].title,
              "Pool::lock: threads spend 61.0 % of their time waiting for this lock");
    EXPECT_EQ(findings[0].detail,
              "24.4 k waits took 48.8 s in all. 75.0 % of the wait is in Pool::next. Most often "
              "Pool::refill (thread io-1) let a waiter go.");
    EXPECT_EQ(findings[0].advice,
              "Shorten what Pool::next does while it holds the lock, split the lock, or give each "
              "thread its own copy of what it guards.");
}

TEST(HotLock, SeverityFollowsTheShare) {
    Profile profile = make_profile();
    add_lock(profile, "a", 0.2);
    add_lock(profile, "b", 0.19);
    add_lock(profile, "c", 0.05);
    add_lock(profile, "d", 0.049);
    const std::vector<Finding> findings = lock_findings(profile);
    ASSERT_EQ(findings.size(), 3u);
    EXPECT_EQ(findings[0].severity, "high");
    EXPECT_EQ(findings[1].severity, "medium");
    EXPECT_EQ(findings[2].severity, "medium");
}

TEST(HotLock, LongWakeUpDelaysAreSaid) {
    Profile profile = make_profile();
    Lock& lock = add_lock(profile, "Pool::lock", 0.5);
    lock.sums.free = lock.sums.wait / 2;
    EXPECT_EQ(lock_findings(profile).front().detail,
              "20 k waits took 40 s in all. During 50.0 % of the wait the waiter was woken but not "
              "yet running.");
}

TEST(HotLock, AdviceFitsTheKind) {
    Lock lock;
    lock.kind = LockKind::internal;
    EXPECT_EQ(lock_advice(lock, "localtime_r"),
              "The lock is inside libc: call localtime_r less often, keep its result, or use a "
              "variant that takes no lock.");
    lock.kind = LockKind::futex;
    EXPECT_NE(lock_advice(lock, "").find("may not be a lock"), std::string::npos);
    lock.kind = LockKind::rwlock;
    EXPECT_NE(lock_advice(lock, "f").find("Writers in f wait"), std::string::npos);
    LockSite read;
    read.mode = WaitMode::read;
    read.sums.wait = 1s;
    lock.sites.push_back(read);
    EXPECT_NE(lock_advice(lock, "f").find("Readers in f wait"), std::string::npos);
}

TEST(NothingToFix, IsSaidWhenNoLockReachesOnePercent) {
    Profile profile = make_profile();
    EXPECT_EQ(lock_findings(profile).at(0).detail, "No thread was seen sleeping for a lock.");
    add_lock(profile, "Pool::lock", 0.009);
    const std::vector<Finding> findings = lock_findings(profile);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].rule, "nothing-to-fix");
    EXPECT_EQ(findings[0].severity, "info");
    EXPECT_EQ(findings[0].detail, "The largest, Pool::lock, takes 0.9 %.");
}

TEST(NothingToFix, IsNotSaidOfALockThatIsWorthAName) {
    Profile profile = make_profile();
    add_lock(profile, "Pool::lock", 0.01);
    EXPECT_TRUE(lock_findings(profile).empty());
}

TEST(LockFindings, NothingIsClaimedWithoutRecordedWaits) {
    Profile profile = make_profile();
    profile.quality.probes = {{"sleeps", "unavailable", "needs CAP_BPF"}};
    EXPECT_TRUE(lock_findings(profile).empty());
}

}  // namespace
}  // namespace hotlock
