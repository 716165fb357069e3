#include "analyzer/profile/meetings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace hotlock::profiling {
namespace {

constexpr uint64_t us = 1000;

// Some seconds of ticks of two CPUs, 1.5 to 2.5 ms apart, kept where the CPU uses the line.
std::vector<LineAccess> ticks(const std::function<bool(uint32_t cpu, uint64_t time)>& uses,
                              uint64_t seconds = 1) {
    std::mt19937 random(1);
    std::vector<LineAccess> accesses;
    for (uint32_t cpu = 0; cpu < 2; cpu++)
        for (uint64_t time = 0; time < seconds * 1'000'000 * us;
             time += (1500 + random() % 1000) * us) {
            LineAccess access;
            access.time = time;
            access.cpu = cpu;
            if (uses(cpu, time)) accesses.push_back(access);
        }
    std::sort(accesses.begin(), accesses.end(),
              [](const LineAccess& a, const LineAccess& b) { return a.time < b.time; });
    return accesses;
}

TEST(Meetings, CpusThatUseALineAllTheTimeTakeNoTurns) {
    EXPECT_FALSE(take_turns(ticks([](uint32_t, uint64_t) { return true; })));
}

TEST(Meetings, NorDoCpusThatUseItTogetherNowAndThen) {
    EXPECT_FALSE(
        take_turns(ticks([](uint32_t, uint64_t time) { return time / us % 20'000 < 5000; })));
}

TEST(Meetings, HandingOverEveryFewMillisecondsIsTakingTurns) {
    for (const uint64_t turn_us : {2000U, 3000U, 5000U, 8000U, 20'000U})
        EXPECT_TRUE(take_turns(ticks([turn_us](uint32_t cpu, uint64_t time) {
            return time / us / turn_us % 2 == cpu;
        }))) << turn_us;
}

// As objects of a pool are.
TEST(Meetings, FasterHandOversNeedLongerRuns) {
    const auto turns_of = [](uint64_t turn_us) {
        return [turn_us](uint32_t cpu, uint64_t time) { return time / us / turn_us % 2 == cpu; };
    };
    EXPECT_TRUE(take_turns(ticks(turns_of(1000), 2)));
    EXPECT_TRUE(take_turns(ticks(turns_of(300), 10)));
    EXPECT_FALSE(take_turns(ticks([](uint32_t, uint64_t) { return true; }, 10)));
}

TEST(Meetings, AFewAccessesDoNotTell) {
    std::vector<LineAccess> accesses =
        ticks([](uint32_t cpu, uint64_t time) { return time / us / 3000 % 2 == cpu; });
    accesses.resize(8);
    EXPECT_FALSE(take_turns(accesses));
    EXPECT_FALSE(take_turns({}));
}

// Times that no clock gives must not take long.
TEST(Meetings, ManyAccessesAtOneTime) {
    std::vector<LineAccess> accesses(200'000);
    for (uint32_t i = 0; i < accesses.size(); i++)
        accesses[i].cpu = i % 2;
    EXPECT_FALSE(take_turns(accesses));
}

}  // namespace
}  // namespace hotlock::profiling
