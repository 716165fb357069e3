// The loops that stall: what they do, and that the table of their instructions is right.
#include "collector/stall_loops.h"

#include <gtest/gtest.h>

#include "collector/stall_fight.h"

namespace hotlock::collector {
namespace {

constexpr Stall kinds[] = {Stall::load, Stall::atomic, Stall::store};

uint64_t address_of(const StallLoop& loop, size_t distance) {
    return reinterpret_cast<uint64_t>(loop.run) + loop.offsets[distance];
}

uint8_t first_byte(const StallLoop& loop, size_t distance) {
    return *(reinterpret_cast<const uint8_t*>(loop.run) + loop.offsets[distance]);
}

TEST(StallLoops, DoWhatTheyAreNamedFor) {
    uint64_t word = 0;
    stall_loop(Stall::atomic).run(&word, 1000);
    EXPECT_EQ(word, 1000U);
    stall_loop(Stall::store).run(&word, 5);  // writes the rounds that are left
    EXPECT_EQ(word, 1U);
    void* self = &self;
    stall_loop(Stall::load).run(&self, 10);
    EXPECT_EQ(self, &self);
}

TEST(StallLoops, EveryInstructionHasItsDistance) {
    constexpr uint8_t nop = 0x90;
    for (const Stall kind : kinds) {
        const StallLoop loop = stall_loop(kind);
        for (size_t i = 0; i < stall_loop_instructions; i++)
            EXPECT_EQ(loop.distance(address_of(loop, i)), i) << to_string(kind);
        EXPECT_NE(first_byte(loop, 0), nop) << to_string(kind);
        for (const size_t i : {1, 2, 3, 6})
            EXPECT_EQ(first_byte(loop, i), nop) << to_string(kind) << " +" << i;
    }
}

TEST(StallLoops, OtherAddressesHaveNone) {
    for (const Stall kind : kinds) {
        const StallLoop loop = stall_loop(kind);
        EXPECT_FALSE(loop.distance(0));
        EXPECT_FALSE(loop.distance(address_of(loop, 0) + 1)) << "inside the instruction";
        EXPECT_FALSE(loop.distance(address_of(loop, 5) + 2)) << "behind the loop";
        EXPECT_FALSE(loop.distance(address_of(loop, 6) + 256)) << "offsets are bytes";
    }
}

TEST(CountTicks, ByDistanceElseElsewhere) {
    const StallLoop loop = stall_loop(Stall::load);
    const std::vector<OwnTick> ticks{
        {1, address_of(loop, 1)}, {2, address_of(loop, 1)}, {3, address_of(loop, 4)}, {4, 12345}};
    StallTicks histogram;
    count_ticks(ticks, loop, histogram);
    EXPECT_EQ(histogram.behind[1], 2U);
    EXPECT_EQ(histogram.behind[4], 1U);
    EXPECT_EQ(histogram.elsewhere, 1U);
}

std::vector<uint64_t> times_kept(const std::vector<uint64_t>& times,
                                 const std::vector<uint64_t>& partner, uint64_t window) {
    const auto ticks = [](const std::vector<uint64_t>& at) {
        std::vector<OwnTick> result;
        for (const uint64_t time : at)
            result.push_back({time, 0});
        return result;
    };
    std::vector<uint64_t> kept;
    for (const OwnTick& tick : accompanied(ticks(times), ticks(partner), window))
        kept.push_back(tick.time);
    return kept;
}

TEST(Accompanied, OnlyTicksBetweenTwoOfThePartner) {
    using Times = std::vector<uint64_t>;
    EXPECT_EQ(times_kept({90, 100, 150, 200, 210, 290, 310}, {100, 200, 300}, 100),
              (Times{150, 200, 210, 290}));
    EXPECT_EQ(times_kept({150}, {100, 200}, 49), Times{});  // too long before
    EXPECT_EQ(times_kept({120}, {100, 200}, 79), Times{});  // too long behind
    EXPECT_EQ(times_kept({120}, {100, 200}, 80), Times{120});
    EXPECT_EQ(times_kept({1, 2}, {}, 100), Times{});
}

}  // namespace
}  // namespace hotlock::collector
