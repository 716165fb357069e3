// Findings of a comparison, through compare().
#include <gtest/gtest.h>

#include "analyzer/compare/compare.h"
#include "test/support/build_profile.h"

namespace hotlock {
namespace {

using test::add_lock;
using test::add_site;
using test::make_profile;

std::vector<Finding> findings(const Profile& a, const Profile& b) {
    return compare({a}, {b}).findings;
}

TEST(LockChange, AVanishedLockAndTheNextBottleneckAreNamed) {
    Profile a = make_profile();
    a.run.label = "base";
    add_lock(a, "Pool::lock", 0.6);
    add_lock(a, "Cache::lock", 0.02);
    Profile b = make_profile();
    b.run.label = "patched";
    Lock& lock = add_lock(b, "Cache::lock", 0.12);
    add_site(b, lock, {"pthread_mutex_lock", "Cache::get"});

    const std::vector<Finding> found = findings(a, b);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].rule, "lock-vanished");
    EXPECT_EQ(found[0].severity, "info");
    EXPECT_EQ(found[0].title,
              "Pool::lock vanished: 60.0 % of the threads' time in base, 0.0 % in patched");
    EXPECT_EQ(found[0].detail,
              "base: 24 k waits, 48 s in all (medians), seen in 1 of 1 runs. Not seen in patched.");
    EXPECT_EQ(found[1].rule, "next-bottleneck");
    EXPECT_EQ(found[1].severity, "medium");
    EXPECT_EQ(found[1].title, "First now: Cache::lock, 12.0 % of the threads' time in patched");
    EXPECT_NE(found[1].advice.find("Cache::get"), std::string::npos);
}

TEST(LockChange, ALockThatAppearedHasTheSeverityOfItsShare) {
    Profile b = make_profile();
    add_lock(b, "Cache::lock", 0.3);
    const std::vector<Finding> found = findings(make_profile(), b);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].rule, "lock-appeared");
    EXPECT_EQ(found[0].severity, "high");
}

TEST(LockChange, NoLockLeftIsSaid) {
    Profile a = make_profile();
    add_lock(a, "Pool::lock", 0.6);
    const std::vector<Finding> found = findings(a, make_profile());
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[1].title, "No lock of B reaches 1.0 % of the threads' time");
    EXPECT_EQ(found[1].severity, "info");
}

TEST(LockChange, WithoutALockTheCpuTimeIsNamed) {
    Profile b = make_profile();
    b.cpu = {{"getrandom", "/lib/libc.so.6", "", true, 90, {}, 0.24}};
    const std::string advice = findings(make_profile(), b).at(0).advice;
    EXPECT_NE(advice.find("the kernel, called by getrandom: 24.0 %"), std::string::npos) << advice;
}

TEST(LockChange, ALineThatIsLeftIsFirstNow) {
    Profile b = make_profile();
    CacheLine& line = b.lines.emplace_back();
    line.name = "pool.hits";
    line.share = 0.3;
    const Finding found = findings(make_profile(), b).at(0);
    EXPECT_EQ(found.rule, "next-bottleneck");
    EXPECT_EQ(found.severity, "high");
    EXPECT_NE(found.title.find("pool.hits"), std::string::npos) << found.title;
}

TEST(LockChange, NothingIsClaimedOfASideWithoutRecordedWaits) {
    Profile a = make_profile();
    add_lock(a, "Pool::lock", 0.6);
    Profile b = make_profile();
    b.quality.probes = {{"sleeps", "off", "switched off"}};
    EXPECT_TRUE(findings(a, b).empty());
}

}  // namespace
}  // namespace hotlock
