#include "collector/rule_table.h"

#include <gtest/gtest.h>

#include <memory>

#include "bpf/abi.h"

namespace hotlock::collector {
namespace {

using Kind = unwind::Rule::Kind;

// The kernel side's own lookup.
const hl_rule* find(const hl_rules& rules, uint64_t ip, uint32_t space) {
    const uint64_t key = hl_rule_key(ip, space);
    for (uint32_t i = 0; i < HL_RULE_PROBES; i++) {
        const hl_rule& slot = rules.slot[(hl_rule_slot(key) + i) & (HL_RULE_SLOTS - 1)];
        if (slot.key == key) return &slot;
    }
    return nullptr;
}

struct RuleTableTest : testing::Test {
    std::unique_ptr<hl_rules> rules = std::make_unique<hl_rules>();
    RuleTable table{rules.get()};
};

TEST_F(RuleTableTest, LearnsPerAddressSpace) {
    table.learn(0x401000, 1, {Kind::sp, 24, -16});
    table.learn(0x401000, 2, {Kind::fp, 16, {}});
    const hl_rule* first = find(*rules, 0x401000, 1);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->rule, HL_RULE_SP);
    EXPECT_EQ(first->cfa_offset, 24);
    EXPECT_EQ(first->fp_offset, -16);
    const hl_rule* second = find(*rules, 0x401000, 2);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->rule, HL_RULE_FP);
    EXPECT_EQ(find(*rules, 0x401000, 3), nullptr);
}

TEST_F(RuleTableTest, LeavesOutWhatTheKernelSideCannotFollow) {
    table.learn(1, 1, {Kind::plt, 11, {}});
    table.learn(2, 1, {Kind::signal, 0, {}});
    table.learn(3, 1, {Kind::sp, 8, 8});   // rbp above the CFA
    table.learn(4, 0, {Kind::sp, 8, {}});  // no address space
    table.learn(5, 1, {Kind::fp_saved_sp, -8, {}});
    table.learn(6, 1, {Kind::fp_saved_sp, -8, 8});  // rbp is not where every compiler puts it
    EXPECT_EQ(table.learned(), 0U);
}

TEST_F(RuleTableTest, RealignedFramesKeepTheirCallersFramePointerAtTheirOwn) {
    table.learn(0x401000, 1, {Kind::fp_saved_sp, -8, 0});
    const hl_rule* rule = find(*rules, 0x401000, 1);
    ASSERT_NE(rule, nullptr);
    EXPECT_EQ(rule->rule, HL_RULE_FP_SAVED_SP);
    EXPECT_EQ(rule->cfa_offset, -8);
}

TEST_F(RuleTableTest, FullNeighbourhoodsAreCountedNotOverwritten) {
    for (uint64_t ip = 0; ip < uint64_t{2} * HL_RULE_SLOTS; ip++)
        table.learn(ip, 1, {Kind::end, 0, {}});
    EXPECT_EQ(table.learned() + table.dropped(), HL_RULE_SLOTS * 2U);
    EXPECT_GT(table.dropped(), 0U);
    EXPECT_NE(find(*rules, 0, 1), nullptr);
}

}  // namespace
}  // namespace hotlock::collector
