#include "analyzer/profile/turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>

namespace hotlock::profiling {
namespace {

constexpr uint64_t us = 1000;

// Whether a CPU uses the line at a time.
using Use = std::function<bool(uint32_t cpu, uint64_t time)>;

bool always(uint32_t, uint64_t) {
    return true;
}

Use turns_of(uint64_t turn_us) {
    return [turn_us](uint32_t cpu, uint64_t time) { return time / us / turn_us % 2 == cpu; };
}

// Some seconds of ticks of two CPUs, 1.5 to 2.5 ms apart, kept where the CPU uses the line.
std::vector<LineAccess> ticks(const Use& uses, uint64_t seconds = 1, uint32_t seed = 1) {
    std::mt19937 random(seed);
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

// Of a thread that does other things too.
std::vector<LineAccess> half_of(const std::vector<LineAccess>& accesses, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<LineAccess> half;
    std::ranges::copy_if(accesses, std::back_inserter(half),
                         [&](const LineAccess&) { return random() % 2 == 0; });
    return half;
}

TEST(Turns, CpusThatUseALineAllTheTimeTakeNoTurns) {
    EXPECT_FALSE(take_turns(ticks(always)));
}

TEST(Turns, NorDoCpusThatUseItTogetherNowAndThen) {
    EXPECT_FALSE(
        take_turns(ticks([](uint32_t, uint64_t time) { return time / us % 20'000 < 5000; })));
}

TEST(Turns, HandingOverEveryFewMillisecondsIsTakingTurns) {
    for (const uint64_t turn_us : {2000U, 3000U, 5000U, 8000U, 20'000U})
        EXPECT_TRUE(take_turns(ticks(turns_of(turn_us)))) << turn_us;
}

// As objects of a pool are.
TEST(Turns, FasterHandOversNeedLongerRuns) {
    EXPECT_TRUE(take_turns(ticks(turns_of(1000), 2)));
    EXPECT_TRUE(take_turns(ticks(turns_of(300), 10)));
    EXPECT_FALSE(take_turns(ticks(always, 10)));
}

// Most of what is seen of an object in one second, whatever the seed of the ticks.
TEST(Turns, OneSecondIsEnoughForTurnsOfThreeMilliseconds) {
    for (uint32_t seed = 1; seed <= 200; seed++) {
        EXPECT_TRUE(take_turns(half_of(ticks(turns_of(3000), 1, seed), seed))) << seed;
        EXPECT_FALSE(take_turns(half_of(ticks(always, 1, seed), seed))) << seed;
    }
}

TEST(Turns, AFewAccessesDoNotTell) {
    std::vector<LineAccess> accesses = ticks(turns_of(3000));
    accesses.resize(8);
    EXPECT_FALSE(take_turns(accesses));
    EXPECT_FALSE(take_turns({}));
}

// Times that no clock gives must not take long.
TEST(Turns, ManyAccessesAtOneTime) {
    std::vector<LineAccess> accesses(200'000);
    for (uint32_t i = 0; i < accesses.size(); i++)
        accesses[i].cpu = i % 2;
    EXPECT_FALSE(take_turns(accesses));
}

}  // namespace
}  // namespace hotlock::profiling
