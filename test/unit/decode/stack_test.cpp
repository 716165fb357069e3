// Implicit operands on the stack, whose pointer has moved when the tick comes.
#include <gtest/gtest.h>

#include "test/unit/decode/listing.h"

namespace hotlock::decode {
namespace {

constexpr uint8_t rsp = 4;
constexpr uint64_t eight_below = uint64_t{0} - 8;

TEST(StackOperand, APushHasWrittenWhereItPoints) {
    const Site site = site_behind("push rax", "50");
    EXPECT_EQ(site.outcome, Outcome::resolved);
    EXPECT_TRUE(site.stack);
    EXPECT_EQ(site.operand, (Operand{.base = rsp, .size = 8, .kind = AccessKind::write}));
    EXPECT_EQ(site_behind("pushfq", "9c").operand, site.operand);
    EXPECT_EQ(site_behind("push ax", "66 50").operand,
              (Operand{.base = rsp, .size = 2, .kind = AccessKind::write}));
}

TEST(StackOperand, APopHasReadBelow) {
    const Site site = site_behind("pop rax", "58");
    EXPECT_EQ(site.outcome, Outcome::resolved);
    EXPECT_TRUE(site.stack);
    EXPECT_EQ(site.operand, (Operand{.base = rsp, .displacement = eight_below, .size = 8}));
    EXPECT_EQ(site_behind("popfq", "9d").operand, site.operand);
    EXPECT_EQ(site_behind("leave", "c9").operand, site.operand);
}

// Behind a call, the return has just read the address that the call pushed.
TEST(StackOperand, ACallHasComeBack) {
    const Site direct = site_behind("call .+0x105", "e8 00 01 00 00");
    EXPECT_EQ(direct.outcome, Outcome::resolved);
    EXPECT_TRUE(direct.stack);
    EXPECT_EQ(direct.operand, (Operand{.base = rsp, .displacement = eight_below, .size = 8}));
    const Site indirect = site_behind("call [rdi + 8]", "ff 57 08");
    EXPECT_EQ(indirect.operand, direct.operand);
    EXPECT_TRUE(indirect.stack);
}

TEST(StackOperand, AnExplicitOneCountsMore) {
    const Site push = site_behind("push [rdi]", "ff 37");
    EXPECT_FALSE(push.stack);
    EXPECT_EQ(push.operand, (Operand{.base = 7, .size = 8}));
    const Site pop = site_behind("pop [rdi]", "8f 07");
    EXPECT_FALSE(pop.stack);
    EXPECT_EQ(pop.operand, (Operand{.base = 7, .size = 8, .kind = AccessKind::write}));
}

// SDM, POP: an address with rsp is computed after it has been incremented. PUSH: before.
TEST(StackOperand, AnExplicitOneBesideTheStackPointer) {
    EXPECT_EQ(site_behind("push [rsp + 0x10]", "ff 74 24 10").operand,
              (Operand{.base = rsp, .displacement = 0x18, .size = 8}));
    EXPECT_EQ(site_behind("pop [rsp + 0x10]", "8f 44 24 10").operand,
              (Operand{.base = rsp, .displacement = 0x10, .size = 8, .kind = AccessKind::write}));
    EXPECT_EQ(site_behind("push [rsp + 0x10]", "ff 74 24 10").outcome, Outcome::resolved);
}

TEST(StackOperand, IsLostWithTheStackPointer) {
    EXPECT_EQ(site_behind("pop rsp", "5c").outcome, Outcome::overwritten);
    EXPECT_EQ(site_behind("enter 0x20, 0", "c8 20 00 00").outcome, Outcome::overwritten);
    EXPECT_EQ(site_behind("mov rsp, [rsp + 8]", "48 8b 64 24 08").outcome, Outcome::overwritten);
}

TEST(StackOperand, LocalVariablesAreOrdinaryMemory) {
    const Site site = site_behind("mov rax, [rsp + 8]", "48 8b 44 24 08");
    EXPECT_EQ(site.outcome, Outcome::resolved);
    EXPECT_FALSE(site.stack);
}

}  // namespace
}  // namespace hotlock::decode
