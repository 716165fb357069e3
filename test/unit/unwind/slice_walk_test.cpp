// Slices on hand-made mappings and rules.
#include "common/unwind/slice_walk.h"

#include <gtest/gtest.h>

#include <map>

namespace hotlock::unwind {
namespace {

using Kind = Rule::Kind;

// Rules by path and file offset.
struct FakeRules : RuleSource {
    std::map<std::pair<std::string, uint64_t>, Rule> rules;

    Rule rule(const Image& image, uint64_t file_offset) override {
        const auto found = rules.find({image.path, file_offset});
        return found == rules.end() ? Rule{} : found->second;
    }
};

class SliceWalk : public testing::Test {
  protected:
    void SetUp() override {
        images.add({10, 1, 0x10000, 0x20000, 0x1000, "", "/program"});
        images.add({10, 1, 0x70000, 0x80000, 0, "", "/libc"});
        rules.rules = {
            {{"/libc", 0x500}, {Kind::sp, 16, {}}},      // 0x70500, exact
            {{"/program", 0x11ff}, {Kind::sp, 32, {}}},  // before 0x10200
            {{"/program", 0x12ff}, {Kind::end, 0, {}}},  // before 0x10300
        };
        slice = {.key = 1,
                 .time = 20,
                 .pid = 1,
                 .ip = 0x70500,
                 .stack_pointer = 0x8000,
                 .length = 64,
                 .words = {{1, 0x10200}, {5, 0x10300}}};
    }

    std::vector<uint64_t> walked() { return walk_slice(slice, images, rules).addresses; }

    ImageMap images;
    FakeRules rules;
    recording::Slice slice;
};

TEST_F(SliceWalk, LooksUpReturnAddressesOneByteBefore) {
    const Walk walk = walk_slice(slice, images, rules);
    EXPECT_EQ(walk.addresses, (std::vector<uint64_t>{0x70500, 0x10200, 0x10300}));
    EXPECT_TRUE(walk.complete);
}

TEST_F(SliceWalk, PutsTheFramesThatWereWalkedBeforeInFront) {
    slice.addresses = {0x70100, 0x70200};
    rules.rules[{"/libc", 0x4ff}] = {Kind::sp, 16, {}};  // now 0x70500 is a return address
    EXPECT_EQ(walked(), (std::vector<uint64_t>{0x70100, 0x70200, 0x70500, 0x10200, 0x10300}));
}

TEST_F(SliceWalk, WhatASignalInterruptedIsExact) {
    slice.addresses = {0x70100, 0x70200};
    rules.rules[{"/libc", 0x1ff}] = {Kind::signal, 0, {}};
    EXPECT_EQ(walked(), (std::vector<uint64_t>{0x70100, 0x70200, 0x70500, 0x10200, 0x10300}));
}

TEST_F(SliceWalk, TellsEveryRuleThatWasUsed) {
    std::map<uint64_t, Rule> told;
    walk_slice(slice, images, rules, [&](uint64_t ip, const Rule& rule) { told[ip] = rule; });
    const std::map<uint64_t, Rule> expected{{0x70500, {Kind::sp, 16, {}}},
                                            {0x10200, {Kind::sp, 32, {}}},
                                            {0x10300, {Kind::end, 0, {}}}};
    EXPECT_EQ(told, expected);
}

TEST_F(SliceWalk, IsTruncatedWhereAWordWasNotKept) {
    slice.words.pop_back();
    const Walk walk = walk_slice(slice, images, rules);
    EXPECT_EQ(walk.addresses, (std::vector<uint64_t>{0x70500, 0x10200}));
    EXPECT_FALSE(walk.complete);
}

TEST_F(SliceWalk, StopsWhereNothingIsMapped) {
    slice.words[0].value = 0x50000;
    EXPECT_EQ(walked(), (std::vector<uint64_t>{0x70500}));
}

TEST_F(SliceWalk, UsesTheLatestMappingsWhenTheSliceIsOlderThanAll) {
    slice.time = 5;
    EXPECT_EQ(walked().size(), 3U);
}

TEST_F(SliceWalk, UsesTheMappingsOfItsTime) {
    images.add({30, 1, 0x70000, 0x80000, 0, "", "/other"});
    EXPECT_EQ(walked().size(), 3U);
    slice.time = 30;
    EXPECT_EQ(walked().size(), 1U);
}

TEST_F(SliceWalk, OfAnUnknownProcessIsItsFirstAddress) {
    slice.pid = 77;
    const Walk walk = walk_slice(slice, images, rules);
    EXPECT_EQ(walk.addresses, (std::vector<uint64_t>{0x70500}));
    EXPECT_FALSE(walk.complete);
}

}  // namespace
}  // namespace hotlock::unwind
