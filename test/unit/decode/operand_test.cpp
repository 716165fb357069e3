// Every way to address memory, as the instruction behind which a tick fell.
#include <gtest/gtest.h>

#include "test/unit/decode/listing.h"

namespace hotlock::decode {
namespace {

constexpr uint8_t rax = 0, rcx = 1, rbx = 3, rsi = 6, rdi = 7, r12 = 12, r13 = 13;

// The operand of an instruction that is resolved.
Operand operand(std::string_view assembly, const std::string& hex) {
    const Site site = site_behind(assembly, hex);
    EXPECT_EQ(site.outcome, Outcome::resolved) << assembly;
    EXPECT_EQ(site.instruction, code_address) << assembly;
    EXPECT_EQ(site.needed, registers_of(site.operand)) << assembly;
    EXPECT_FALSE(site.stack) << assembly;
    return site.operand;
}

Outcome outcome(std::string_view assembly, const std::string& hex) {
    return site_behind(assembly, hex).outcome;
}

AccessKind kind(std::string_view assembly, const std::string& hex) {
    return operand(assembly, hex).kind;
}

TEST(Operand, BaseIndexAndDisplacement) {
    EXPECT_EQ(operand("mov rax, [rdi]", "48 8b 07"), (Operand{.base = rdi, .size = 8}));
    EXPECT_EQ(operand("mov eax, [rdi - 8]", "8b 47 f8"),
              (Operand{.base = rdi, .displacement = uint64_t{0} - 8, .size = 4}));
    EXPECT_EQ(operand("movzx eax, word ptr [r13 + rbx*4 + 0x1000]", "41 0f b7 84 9d 00 10 00 00"),
              (Operand{.base = r13, .index = rbx, .scale = 4, .displacement = 0x1000, .size = 2}));
    EXPECT_EQ(operand("mov al, [r12 + r13]", "43 8a 04 2c"),
              (Operand{.base = r12, .index = r13, .size = 1}));
}

TEST(Operand, WithoutBase) {
    EXPECT_EQ(operand("mov rax, [rcx*8 + 0x601040]", "48 8b 04 cd 40 10 60 00"),
              (Operand{.index = rcx, .scale = 8, .displacement = 0x601040, .size = 8}));
    EXPECT_EQ(operand("mov eax, ds:[0x601040]", "8b 04 25 40 10 60 00"),
              (Operand{.displacement = 0x601040, .size = 4}));
    EXPECT_EQ(operand("movabs rax, ds:[0x1122334455667788]", "48 a1 88 77 66 55 44 33 22 11"),
              (Operand{.displacement = 0x1122334455667788, .size = 8}));
}

TEST(Operand, RelativeToTheNextInstruction) {
    EXPECT_EQ(operand("mov rax, [rip + 0x10]", "48 8b 05 10 00 00 00"),
              (Operand{.displacement = code_address + 7 + 0x10, .size = 8}));
    EXPECT_EQ(
        operand("lock inc dword ptr [rip - 0x100]", "f0 ff 05 00 ff ff ff"),
        (Operand{.displacement = code_address + 7 - 0x100, .size = 4, .kind = AccessKind::atomic}));
    EXPECT_EQ(
        operand("mov dword ptr [rip + 0x10], 1", "c7 05 10 00 00 00 01 00 00 00"),
        (Operand{.displacement = code_address + 10 + 0x10, .size = 4, .kind = AccessKind::write}));
}

TEST(Operand, InASegment) {
    EXPECT_EQ(operand("mov rax, fs:[0x28]", "64 48 8b 04 25 28 00 00 00"),
              (Operand{.segment = Segment::fs, .displacement = 0x28, .size = 8}));
    EXPECT_EQ(operand("mov rcx, fs:[rbx]", "64 48 8b 0b"),
              (Operand{.base = rbx, .segment = Segment::fs, .size = 8}));
    EXPECT_EQ(operand("add gs:[rax + 8], ecx", "65 01 48 08"),
              (Operand{.base = rax,
                       .segment = Segment::gs,
                       .displacement = 8,
                       .size = 4,
                       .kind = AccessKind::update}));
    EXPECT_EQ(operand("mov ecx, ds:[rbx]", "8b 0b"), (Operand{.base = rbx, .size = 4}));
}

TEST(Operand, WithAnAddressSizePrefix) {
    EXPECT_EQ(operand("mov ecx, [eax + ebx*2 + 8]", "67 8b 4c 58 08"), (Operand{.base = rax,
                                                                                .index = rbx,
                                                                                .scale = 2,
                                                                                .wraps_at_4g = true,
                                                                                .displacement = 8,
                                                                                .size = 4}));
}

TEST(Operand, SizeIsThatOfTheAccess) {
    EXPECT_EQ(operand("movsx rax, byte ptr [rdi]", "48 0f be 07").size, 1U);
    EXPECT_EQ(operand("movdqu xmm0, [rdi]", "f3 0f 6f 07").size, 16U);
    EXPECT_EQ(operand("vmovdqu ymm0, [rdi]", "c5 fe 6f 07").size, 32U);
    EXPECT_EQ(operand("vmovdqu64 zmm0, [rdi]", "62 f1 fe 48 6f 07").size, 64U);
    EXPECT_EQ(operand("cvtsi2sd xmm0, dword ptr [rdi]", "f2 0f 2a 07").size, 4U);
    EXPECT_EQ(operand("vaddps ymm2, ymm1, dword ptr [rdi]{1to8}", "62 f1 74 38 58 17").size, 4U);
    EXPECT_EQ(operand("fld tbyte ptr [rdi]", "db 2f").size, 10U);
}

TEST(Operand, TellsReadFromWriteFromBoth) {
    EXPECT_EQ(kind("cmp dword ptr [rdi], 0", "83 3f 00"), AccessKind::read);
    EXPECT_EQ(kind("add rax, [rdi]", "48 03 07"), AccessKind::read);
    EXPECT_EQ(kind("mov [rdi], rax", "48 89 07"), AccessKind::write);
    EXPECT_EQ(kind("mov dword ptr [rdi], 0", "c7 07 00 00 00 00"), AccessKind::write);
    EXPECT_EQ(kind("movaps [rdi], xmm0", "0f 29 07"), AccessKind::write);
    EXPECT_EQ(kind("sete byte ptr [rdi]", "0f 94 07"), AccessKind::write);
    EXPECT_EQ(kind("vmovdqu64 [rdi]{k1}, zmm0", "62 f1 fe 49 7f 07"), AccessKind::write);
    EXPECT_EQ(kind("add [rdi], rax", "48 01 07"), AccessKind::update);
    EXPECT_EQ(kind("inc dword ptr [rdi]", "ff 07"), AccessKind::update);
    EXPECT_EQ(kind("xadd [rdi], eax", "0f c1 07"), AccessKind::update);
}

TEST(Operand, LockAndXchgAreAtomic) {
    EXPECT_EQ(kind("lock add dword ptr [rdi], 1", "f0 83 07 01"), AccessKind::atomic);
    EXPECT_EQ(kind("lock xadd [rdi], eax", "f0 0f c1 07"), AccessKind::atomic);
    EXPECT_EQ(kind("lock cmpxchg [rdi], ecx", "f0 0f b1 0f"), AccessKind::atomic);
    EXPECT_EQ(kind("lock cmpxchg16b [rdi]", "f0 48 0f c7 0f"), AccessKind::atomic);
    EXPECT_EQ(operand("lock cmpxchg16b [rdi]", "f0 48 0f c7 0f").size, 16U);
    EXPECT_EQ(kind("lock bts dword ptr [rdi], 3", "f0 0f ba 2f 03"), AccessKind::atomic);
    EXPECT_EQ(kind("xchg [rdi], eax", "87 07"), AccessKind::atomic);
}

TEST(Operand, StringInstructionsHaveMovedTheirRegisters) {
    const uint64_t one_back = uint64_t{0} - 1;
    EXPECT_EQ(
        operand("stosd", "ab"),
        (Operand{
            .base = rdi, .displacement = uint64_t{0} - 4, .size = 4, .kind = AccessKind::write}));
    EXPECT_EQ(operand("lodsb", "ac"), (Operand{.base = rsi, .displacement = one_back, .size = 1}));
    EXPECT_EQ(operand("scasb", "ae"), (Operand{.base = rdi, .displacement = one_back, .size = 1}));
    EXPECT_EQ(
        operand("rep stosb", "f3 aa"),
        (Operand{.base = rdi, .displacement = one_back, .size = 1, .kind = AccessKind::write}));
}

TEST(Operand, OfTwoItIsTheOneThatIsRead) {
    EXPECT_EQ(operand("movsb", "a4"),
              (Operand{.base = rsi, .displacement = uint64_t{0} - 1, .size = 1}));
    EXPECT_EQ(operand("rep movsq", "f3 48 a5"),
              (Operand{.base = rsi, .displacement = uint64_t{0} - 8, .size = 8}));
    EXPECT_EQ(operand("movdir64b rbx, [rax]", "66 0f 38 f8 18"),
              (Operand{.base = rax, .size = 64}));
    EXPECT_EQ(outcome("cmpsb", "a6"), Outcome::unresolvable);
}

TEST(Operand, ImplicitOnes) {
    EXPECT_EQ(operand("maskmovdqu xmm1, xmm0", "66 0f f7 c8"),
              (Operand{.base = rdi, .size = 16, .kind = AccessKind::write}));
    EXPECT_EQ(outcome("xlatb", "d7"), Outcome::overwritten);  // by al, a part of its address
}

TEST(Operand, VectorsOfAddressesAndBitStringsCannotBeComputed) {
    EXPECT_EQ(outcome("vpgatherdd ymm0, [rax + ymm1*4], ymm2", "c4 e2 6d 90 04 88"),
              Outcome::unresolvable);
    EXPECT_EQ(outcome("vpscatterdd [rax + zmm1*4]{k1}, zmm0", "62 f2 7d 49 a0 04 88"),
              Outcome::unresolvable);
    EXPECT_EQ(outcome("tileloadd tmm0, [rax + rbx]", "c4 e2 7b 4b 04 18"), Outcome::unresolvable);
    EXPECT_EQ(outcome("lock bts [rdi], rax", "f0 48 0f ab 07"), Outcome::unresolvable);
}

TEST(Operand, AddressesThatAreNotAccessed) {
    EXPECT_EQ(outcome("lea rax, [rdi + 8]", "48 8d 47 08"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("prefetcht0 [rdi]", "0f 18 0f"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("prefetchw [rdi]", "0f 0d 0f"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("cldemote [rdi]", "0f 1c 07"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("nop word ptr [rax + rax]", "66 0f 1f 04 00"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("endbr64", "f3 0f 1e fa"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("mov rax, rdi", "48 89 f8"), Outcome::no_memory_operand);
    EXPECT_EQ(outcome("pause", "f3 90"), Outcome::no_memory_operand);
}

TEST(Operand, IsLostWhenTheInstructionWritesItsAddress) {
    EXPECT_EQ(outcome("mov rax, [rax]", "48 8b 00"), Outcome::overwritten);
    EXPECT_EQ(outcome("movzx ebx, byte ptr [rax + rbx]", "0f b6 1c 18"), Outcome::overwritten);
    EXPECT_EQ(outcome("mov ah, [rax]", "8a 20"), Outcome::overwritten);
    EXPECT_EQ(outcome("add rdi, [rdi + 8]", "48 03 7f 08"), Outcome::overwritten);
    EXPECT_EQ(outcome("cmove rax, [rax]", "48 0f 44 00"), Outcome::overwritten);
    EXPECT_EQ(outcome("lock xadd [rax], rax", "f0 48 0f c1 00"), Outcome::overwritten);
    EXPECT_EQ(outcome("xchg [rax], eax", "87 00"), Outcome::overwritten);
    EXPECT_EQ(outcome("lock cmpxchg [rax], rcx", "f0 48 0f b1 08"), Outcome::overwritten);
    EXPECT_EQ(outcome("lock cmpxchg16b [rdx]", "f0 48 0f c7 0a"), Outcome::overwritten);
    EXPECT_EQ(outcome("lodsq rax, [rsi]", "48 ad"), Outcome::resolved);
    EXPECT_EQ(outcome("lock xadd [rax], rcx", "f0 48 0f c1 08"), Outcome::resolved);
    EXPECT_EQ(outcome("mov [rax], rax", "48 89 00"), Outcome::resolved);
    EXPECT_EQ(site_behind("mov rax, [rax + 8]", "48 8b 40 08").operand,
              (Operand{.base = rax, .displacement = 8, .size = 8}));
}

}  // namespace
}  // namespace hotlock::decode
