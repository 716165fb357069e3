#include "common/model/significance.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

using namespace std::chrono_literals;

// 100 s of thread time, some of it waiting for work.
Profile with_idle(std::chrono::seconds idle) {
    Profile profile;
    profile.run.thread_time = 100s;
    profile.threads.resize(2);
    profile.threads[0].work_wait = idle;
    return profile;
}

CacheLine with_share(double share) {
    CacheLine line;
    line.share = share;
    return line;
}

TEST(Significance, IdleThreadsDoNotMakeALineSmaller) {
    EXPECT_DOUBLE_EQ(idle_share(with_idle(90s)), 0.9);
    EXPECT_DOUBLE_EQ(line_weight(with_idle(90s), with_share(0.04)), 0.4);
    EXPECT_DOUBLE_EQ(line_weight(with_idle(0s), with_share(0.04)), 0.04);
}

TEST(Significance, WhatIsNotWorthNamingStaysSo) {
    EXPECT_DOUBLE_EQ(line_weight(with_idle(99s), with_share(0.009)), 0.009);
}

TEST(Significance, NothingIsMoreThanAll) {
    EXPECT_DOUBLE_EQ(line_weight(with_idle(99s), with_share(0.02)), 0.02);
    EXPECT_DOUBLE_EQ(line_weight(with_idle(100s), with_share(0.5)), 0.5);
    EXPECT_DOUBLE_EQ(line_weight(Profile{}, with_share(0.5)), 0.5);
}

}  // namespace
}  // namespace hotlock
