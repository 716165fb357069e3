// The walker on hand-made stacks: a few words of memory and a rule per address.
#include "common/unwind/walker.h"

#include <gtest/gtest.h>

#include <map>

namespace hotlock::unwind {
namespace {

using Kind = Rule::Kind;
using Addresses = std::vector<uint64_t>;

// Code lies in 0x1000..0x1fff, the stack anywhere else.
struct Machine {
    std::map<uint64_t, uint64_t> memory;
    std::map<uint64_t, Rule> rules;  // by ip; missing: unknown

    Walk walk(const Registers& start, size_t max_frames = 64) const {
        return unwind::walk(
            start,
            [this](uint64_t address) -> std::optional<uint64_t> {
                const auto word = memory.find(address);
                if (word == memory.end()) return std::nullopt;
                return word->second;
            },
            [this](uint64_t ip, bool) {
                const auto rule = rules.find(ip);
                return rule == rules.end() ? Rule{} : rule->second;
            },
            [](uint64_t address) { return address >= 0x1000 && address < 0x2000; }, max_frames);
    }
};

TEST(Walker, StepsByStackPointerToTheEnd) {
    const Machine machine{
        {{0x8008, 0x1200}, {0x8028, 0x1300}},
        {{0x1100, {Kind::sp, 16, {}}}, {0x1200, {Kind::sp, 32, {}}}, {0x1300, {Kind::end, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200, 0x1300}));
    EXPECT_TRUE(walk.complete);
}

TEST(Walker, StepsByFramePointerRuleAndRestoresIt) {
    const Machine machine{{{0x8100, 0x8200}, {0x8108, 0x1200}, {0x8200, 0}, {0x8208, 0x1300}},
                          {{0x1100, {Kind::fp, 16, -16}},
                           {0x1200, {Kind::fp, 16, -16}},
                           {0x1300, {Kind::end, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0x8100});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200, 0x1300}));
    EXPECT_TRUE(walk.complete);
}

TEST(Walker, FindsAFramePointerThatAFrameWithoutOneHasSaved) {
    // The leaf uses rbp as a scratch register and keeps its caller's at CFA - 24.
    const Machine machine{{{0x8008, 0x8100}, {0x8018, 0x1200}, {0x8108, 0x1300}},
                          {{0x1100, {Kind::sp, 32, -24}},
                           {0x1200, {Kind::fp, 16, -16}},
                           {0x1300, {Kind::end, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0xdead});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200, 0x1300}));
}

TEST(Walker, FollowsARealignedStack) {
    // CFA = *(rbp - 8); the caller's rbp lies where rbp points, not at a distance from the CFA.
    const Machine machine{{{0x80f8, 0x8150}, {0x8100, 0x8200}, {0x8148, 0x1200}, {0x8208, 0x1300}},
                          {{0x1100, {Kind::fp_saved_sp, -8, 0}},
                           {0x1200, {Kind::fp, 16, -16}},
                           {0x1300, {Kind::end, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0x8100});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200, 0x1300}));
}

TEST(Walker, KnowsWhetherAPltEntryHasPushedItsIndex) {
    const Machine machine{{{0x8000, 0x1200}, {0x8008, 0x1300}},
                          {{0x1106, {Kind::plt, 11, {}}},
                           {0x110b, {Kind::plt, 11, {}}},
                           {0x1200, {Kind::end, 0, {}}},
                           {0x1300, {Kind::end, 0, {}}}}};
    EXPECT_EQ(machine.walk({0x1106, 0x8000, 0}).addresses, (Addresses{0x1106, 0x1200}));
    EXPECT_EQ(machine.walk({0x110b, 0x8000, 0}).addresses, (Addresses{0x110b, 0x1300}));
}

TEST(Walker, LeavesASignalFrameForWhateverItInterrupted) {
    // The handler ran on another stack (above); the ucontext holds rbp, rsp and rip of below.
    const uint64_t ucontext = 0x9010;
    const Machine machine{{{0x9008, 0x1200},
                           {ucontext + 120, 0x8100},
                           {ucontext + 160, 0x8000},
                           {ucontext + 168, 0x1300},
                           {0x8108, 0x1400}},
                          {{0x1100, {Kind::sp, 16, {}}},
                           {0x1200, {Kind::signal, 0, {}}},
                           {0x1300, {Kind::fp, 16, -16}},
                           {0x1400, {Kind::end, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x9000, 0});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200, 0x1300, 0x1400}));
    EXPECT_TRUE(walk.complete);
}

TEST(Walker, AsksForExactAddressesOfLeavesOnly) {
    std::vector<std::pair<uint64_t, bool>> asked;
    const std::map<uint64_t, uint64_t> memory{
        {0x9008, 0x1200}, {0x9010 + 160, 0x9800}, {0x9010 + 168, 0x1300}, {0x9808, 0x1400}};
    const auto read = [&](uint64_t address) -> std::optional<uint64_t> {
        return memory.contains(address) ? std::optional(memory.at(address)) : std::nullopt;
    };
    const auto rule = [&](uint64_t ip, bool leaf) {
        asked.emplace_back(ip, leaf);
        if (ip == 0x1400) return Rule{Kind::end, 0, {}};
        return ip == 0x1200 ? Rule{Kind::signal, 0, {}} : Rule{Kind::sp, 16, {}};
    };
    walk({0x1100, 0x9000, 0}, read, rule, [](uint64_t) { return true; });
    const std::vector<std::pair<uint64_t, bool>> expected{
        {0x1100, true}, {0x1200, false}, {0x1300, true}, {0x1400, false}};
    EXPECT_EQ(asked, expected);
}

TEST(Walker, TriesTheFramePointerWhereNothingIsKnown) {
    const Machine machine{{{0x8100, 0x8200}, {0x8108, 0x1200}}, {{0x1200, {Kind::end, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0x8100});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200}));
    EXPECT_TRUE(walk.complete);
}

TEST(Walker, RefusesFramePointersThatLookWrong) {
    const Registers start{0x1100, 0x8000, 0x8100};
    const auto frames = [&](const std::map<uint64_t, uint64_t>& memory, uint64_t fp) {
        return Machine{memory, {}}.walk({start.ip, start.sp, fp}).addresses.size();
    };
    EXPECT_EQ(frames({{0x8100, 0x8200}, {0x8108, 0x1200}}, 0x8100), 2U);  // a good one
    EXPECT_EQ(frames({{0x8100, 0x8100}, {0x8108, 0x1200}}, 0x8100), 1U);  // does not grow
    EXPECT_EQ(frames({{0x8100, 0x8200}, {0x8108, 0x7000}}, 0x8100), 1U);  // no code
    EXPECT_EQ(frames({{0x7f00, 0x8200}, {0x7f08, 0x1200}}, 0x7f00), 1U);  // below the stack
    EXPECT_EQ(frames({{0x8104, 0x8200}, {0x810c, 0x1200}}, 0x8104), 1U);  // not aligned
    EXPECT_EQ(frames({}, UINT64_MAX - 7), 1U);
}

TEST(Walker, StopsTruncatedWhereMemoryEnds) {
    const Machine machine{{{0x8008, 0x1200}},
                          {{0x1100, {Kind::sp, 16, {}}}, {0x1200, {Kind::sp, 16, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0});
    EXPECT_EQ(walk.addresses, (Addresses{0x1100, 0x1200}));
    EXPECT_FALSE(walk.complete);
}

TEST(Walker, StopsBeforeACallerThatIsNoCode) {
    const Machine machine{{{0x8008, 0x4444}}, {{0x1100, {Kind::sp, 16, {}}}}};
    EXPECT_EQ(machine.walk({0x1100, 0x8000, 0}).addresses, (Addresses{0x1100}));
}

TEST(Walker, StopsWhenTheStackDoesNotGrow) {
    const Machine machine{{{0x7ff8, 0x1100}, {0x8000, 0x1100}, {0x8008, 0x1100}},
                          {{0x1100, {Kind::sp, 0, {}}}}};
    EXPECT_EQ(machine.walk({0x1100, 0x8000, 0}).addresses.size(), 1U);
}

TEST(Walker, StopsAtSignalFramesThatLeadToThemselves) {
    const Machine machine{{{0x8000 + 160, 0x8000}, {0x8000 + 168, 0x1100}},
                          {{0x1100, {Kind::signal, 0, {}}}}};
    const Walk walk = machine.walk({0x1100, 0x8000, 0}, 20);
    EXPECT_EQ(walk.addresses.size(), 20U);
    EXPECT_FALSE(walk.complete);
}

TEST(Walker, TakesNoMoreFramesThanAsked) {
    Machine machine{{}, {{0x1100, {Kind::sp, 8, {}}}}};
    for (uint64_t address = 0x8000; address < 0x9000; address += 8)
        machine.memory[address] = 0x1100;
    EXPECT_EQ(machine.walk({0x1100, 0x8000, 0}, 10).addresses.size(), 10U);
    EXPECT_TRUE(machine.walk({0x1100, 0x8000, 0}, 0).addresses.empty());
}

}  // namespace
}  // namespace hotlock::unwind
