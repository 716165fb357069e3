// From where an ip can be reached, and which of these instructions stalled.
#include <gtest/gtest.h>

#include "test/unit/decode/listing.h"

namespace hotlock::decode {
namespace {

constexpr uint8_t rsi = 6, rdi = 7;

const Operand first_word{.base = rdi, .size = 4};

void expect_stalled(const Site& site, uint64_t instruction, const Operand& operand) {
    EXPECT_EQ(site.outcome, Outcome::resolved);
    EXPECT_EQ(site.instruction, instruction);
    EXPECT_EQ(site.operand, operand);
}

TEST(Approach, TheInstructionInFront) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"}, {"add eax, 1", "83 c0 01"}, {"ret", "c3"}};
    expect_stalled(code.at(1), code.address(0), first_word);
    EXPECT_EQ(code.at(2).outcome, Outcome::no_memory_operand);
    EXPECT_EQ(code.at(2).instruction, code.address(1));
}

TEST(Approach, NothingFallsThroughAnEndOfControl) {
    for (const Listing& code :
         {Listing{{"mov eax, [rdi]", "8b 07"}, {"ret", "c3"}, {"nop", "90"}},
          Listing{{"mov eax, [rdi]", "8b 07"}, {"jmp .+0x20", "eb 1e"}, {"nop", "90"}},
          Listing{{"mov eax, [rdi]", "8b 07"}, {"jmp [rax]", "ff 20"}, {"nop", "90"}},
          Listing{{"mov eax, [rdi]", "8b 07"}, {"ud2", "0f 0b"}, {"nop", "90"}},
          Listing{{"mov eax, [rdi]", "8b 07"}, {"int3", "cc"}, {"nop", "90"}}}) {
        EXPECT_EQ(code.at(2).outcome, Outcome::no_memory_operand);
        EXPECT_EQ(code.at(2).instruction, 0U);
    }
}

TEST(Approach, FillersAreSteppedOver) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"},
                          {"nop word ptr [rax + rax + 0]", "66 0f 1f 04 00"},
                          {"endbr64", "f3 0f 1e fa"},
                          {"xchg ax, ax", "66 90"},
                          {"ret", "c3"}};
    expect_stalled(code.at(4), code.address(0), first_word);
    expect_stalled(code.at(2), code.address(0), first_word);
}

TEST(Approach, PaddingBehindAJumpLeadsNowhere) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"},
                          {"jmp .+0x20", "eb 1e"},
                          {"nop dword ptr [rax]", "0f 1f 00"},
                          {"mov eax, [rsi]", "8b 06"}};
    EXPECT_EQ(code.at(3).outcome, Outcome::no_memory_operand);
}

TEST(Approach, MovesAndLeaAreNotSteppedOver) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"},
                          {"mov edx, eax", "89 c2"},
                          {"lea rcx, [rdx + 1]", "48 8d 4a 01"},
                          {"ret", "c3"}};
    EXPECT_EQ(code.at(2).outcome, Outcome::no_memory_operand);
    EXPECT_EQ(code.at(3).outcome, Outcome::no_memory_operand);
}

TEST(Approach, ABranchNotTakenBelongsToItsCompare) {
    const Listing code = {
        {"cmp dword ptr [rdi], 0", "83 3f 00"}, {"jne .+0x20", "75 1e"}, {"ret", "c3"}};
    expect_stalled(code.at(2), code.address(0), first_word);
}

TEST(Approach, EveryFusibleCompare) {
    const std::string jump = "75 20", nop = "90";
    for (const Listing& code :
         {Listing{{"test [rdi], eax", "85 07"}, {"jne", jump}, {"nop", nop}},
          Listing{{"add eax, [rdi]", "03 07"}, {"jne", jump}, {"nop", nop}},
          Listing{{"sub eax, [rdi]", "2b 07"}, {"jne", jump}, {"nop", nop}},
          Listing{{"and eax, [rdi]", "23 07"}, {"jne", jump}, {"nop", nop}}}) {
        expect_stalled(code.at(2), code.address(0), first_word);
    }
    const Operand updated{.base = rdi, .size = 4, .kind = AccessKind::update};
    for (const Listing& code :
         {Listing{{"inc dword ptr [rdi]", "ff 07"}, {"jne", jump}, {"nop", nop}},
          Listing{{"dec dword ptr [rdi]", "ff 0f"}, {"jne", jump}, {"nop", nop}}}) {
        expect_stalled(code.at(2), code.address(0), updated);
    }
}

TEST(Approach, OtherInstructionsDoNotFuse) {
    const Listing exchanged = {
        {"lock cmpxchg [rdi], ecx", "f0 0f b1 0f"}, {"jne .+0x20", "75 1e"}, {"ret", "c3"}};
    expect_stalled(exchanged.at(1), exchanged.address(0),
                   {.base = rdi, .size = 4, .kind = AccessKind::atomic});
    EXPECT_EQ(exchanged.at(2).outcome, Outcome::no_memory_operand);
    const Listing counted = {
        {"cmp dword ptr [rdi], 0", "83 3f 00"}, {"loop .-0x10", "e2 ee"}, {"ret", "c3"}};
    EXPECT_EQ(counted.at(2).outcome, Outcome::no_memory_operand);
}

TEST(Approach, AFusedCompareCanLoseItsAddress) {
    const Listing code = {{"sub rdi, [rdi]", "48 2b 3f"}, {"jne .+0x20", "75 1e"}, {"ret", "c3"}};
    EXPECT_EQ(code.at(2).outcome, Outcome::overwritten);
}

TEST(Approach, ATakenBranchLeadsToItsTarget) {
    const Listing code = {{"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"je .+6", "74 04"},
                          {"xor eax, eax", "31 c0"},
                          {"jmp .+3", "eb 01"},
                          {"inc eax", "ff c0"},
                          {"ret", "c3"}};
    expect_stalled(code.at(4), code.address(0), first_word);
}

TEST(Approach, ASpinLoopIsReachedFromBothEnds) {
    const Listing code = {{"xor eax, eax", "31 c0"},
                          {"spin: pause", "f3 90"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"jne spin", "75 f9"},
                          {"ret", "c3"}};
    expect_stalled(code.at(1), code.address(2), first_word);
    expect_stalled(code.at(4), code.address(2), first_word);
}

TEST(Approach, AJumpHasNoOperandOfItsOwn) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"}, {"jmp .+2", "eb 00"}, {"ret", "c3"}};
    EXPECT_EQ(code.at(2).outcome, Outcome::no_memory_operand);
}

TEST(Approach, JumpsToFillersLeadBehindThem) {
    const Listing code = {{"xor eax, eax", "31 c0"},
                          {"spin: nop", "90"},
                          {"nop", "90"},
                          {"add eax, 1", "83 c0 01"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"jne spin", "75 f6"},
                          {"ret", "c3"}};
    expect_stalled(code.at(3), code.address(4), first_word);
}

TEST(Approach, TwoDifferentOperandsAreAmbiguous) {
    const Listing code = {{"mov ecx, [rsi]", "8b 0e"},
                          {"spin: pause", "f3 90"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"jne spin", "75 f9"},
                          {"ret", "c3"}};
    EXPECT_EQ(code.at(1), (Site{.outcome = Outcome::ambiguous}));
}

TEST(Approach, TheSameOperandTwiceIsOne) {
    const Listing code = {{"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"je out", "74 09"},
                          {"xor eax, eax", "31 c0"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"je out", "74 02"},
                          {"inc eax", "ff c0"},
                          {"out: ret", "c3"}};
    expect_stalled(code.at(6), code.address(0), first_word);
}

TEST(Approach, ALostAddressBesideAnotherOperandIsAmbiguous) {
    const Listing code = {{"mov rsi, [rsi]", "48 8b 36"},
                          {"spin: pause", "f3 90"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"jne spin", "75 f9"},
                          {"ret", "c3"}};
    EXPECT_EQ(code.at(1).outcome, Outcome::ambiguous);
}

TEST(Approach, ImplicitStackOperandsGiveWay) {
    const Listing code = {{"push rbx", "53"},
                          {"spin: pause", "f3 90"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"jne spin", "75 f9"},
                          {"ret", "c3"}};
    expect_stalled(code.at(1), code.address(2), first_word);
    EXPECT_FALSE(code.at(1).stack);
}

TEST(Approach, WhereAFunctionIsEnteredNothingIsKnown) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"}, {"ret", "c3"}};
    EXPECT_EQ(code.at(0).outcome, Outcome::no_memory_operand);
    const Listing loop = {{"spin: pause", "f3 90"},
                          {"cmp dword ptr [rdi], 0", "83 3f 00"},
                          {"jne spin", "75 f9"},
                          {"ret", "c3"}};
    expect_stalled(loop.at(0), loop.address(1), first_word);
}

TEST(Approach, AnInterruptedRepIsStillAtIp) {
    const Listing code = {
        {"mov ecx, 0x1000", "b9 00 10 00 00"}, {"rep stosd", "f3 ab"}, {"ret", "c3"}};
    const Operand filled{
        .base = rdi, .displacement = uint64_t{0} - 4, .size = 4, .kind = AccessKind::write};
    expect_stalled(code.at(1), code.address(1), filled);
    expect_stalled(code.at(2), code.address(1), filled);
    const Listing behind_load = {
        {"mov ecx, [rsi]", "8b 0e"}, {"rep stosd", "f3 ab"}, {"ret", "c3"}};
    EXPECT_EQ(behind_load.at(1).outcome, Outcome::ambiguous);
}

}  // namespace
}  // namespace hotlock::decode
