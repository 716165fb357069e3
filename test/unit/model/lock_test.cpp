// Sums of waits.
#include "common/model/lock.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

using namespace std::chrono_literals;

TEST(WaitSums, AddsEveryField) {
    WaitSums sums{.waits = 1, .sleeps = 2, .wait = 10ns, .queue = 7ns, .free = 3ns};
    sums.add({.waits = 10, .sleeps = 20, .wait = 100ns, .queue = 70ns, .free = 30ns});
    const WaitSums expected{.waits = 11, .sleeps = 22, .wait = 110ns, .queue = 77ns, .free = 33ns};
    EXPECT_EQ(sums, expected);
}

}  // namespace
}  // namespace hotlock
