// The decoder as a whole: functions that a compiler made, and input that is not what it should be.
#include "common/decode/decoder.h"

#include <gtest/gtest.h>

#include "test/unit/decode/compiled.h"

namespace hotlock::decode {
namespace {

// By offset from the start of the code.
Site site_at(const Listing& code, uint64_t offset) {
    return make_x86_decoder()->site(code.bytes(), code_address, Bounds{code_address, code.end()},
                                    code_address + offset);
}

std::optional<Access> access_at(const Listing& code, uint64_t offset) {
    return access_of(site_at(code, offset), numbered_registers());
}

std::optional<Access> access(uint64_t offset, uint64_t address, uint32_t size, AccessKind kind) {
    return Access{code_address + offset, address, size, kind, false};
}

// Registers as numbered_registers() has them: rax at 0x10000, rcx at 0x20000.
TEST(Decoder, LookupUnderASpinLock) {
    const Listing& code = table_lookup();
    EXPECT_EQ(access_at(code, 0x16), access(0x14, 0x20000, 4, AccessKind::atomic));
    EXPECT_EQ(access_at(code, 0x1e), access(0x1a, 0x20010, 8, AccessKind::update));
    EXPECT_EQ(access_at(code, 0x22), access(0x1e, 0x20004, 4, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x3f), access(0x3b, 0x20010, 8, AccessKind::write));
    EXPECT_EQ(access_at(code, 0x48), access(0x65, 0x10010, 4, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x6b), access(0x65, 0x10010, 4, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x4d), access(0x48, 0x10000, 8, AccessKind::read));
    EXPECT_EQ(access_at(code, 0xc0), access(0x48, 0x10000, 8, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x8c), access(0x84, code_address + 0x208c, 8, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x9b), access(0x95, 0x20000, 4, AccessKind::write));
    EXPECT_EQ(site_at(code, 0xc4).outcome, Outcome::overwritten);
    EXPECT_EQ(site_at(code, 0x12).outcome, Outcome::no_memory_operand);
}

TEST(Decoder, ClockOfTheVdso) {
    const Listing& code = clock_read();
    EXPECT_EQ(access_at(code, 0x14), access(0x12, 0x80000, 4, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x2a), access(0x23, code_address + 0x202a, 8, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x5b), access(0x59, 0x80000, 4, AccessKind::read));
    EXPECT_EQ(access_at(code, 0x62), access(0x5f, 0x90000, 8, AccessKind::write));
    EXPECT_EQ(site_at(code, 0x59).outcome, Outcome::no_memory_operand);
    EXPECT_EQ(site_at(code, 0x1d).outcome, Outcome::no_memory_operand);
}

Outcome outcome(std::span<const uint8_t> code, uint64_t address, std::optional<Bounds> function,
                uint64_t ip) {
    return make_x86_decoder()->site(code, address, function, ip).outcome;
}

// Generated code in fresh memory: the zeros in front of it are no additions.
TEST(Decoder, NothingIsInFrontOfCodeBehindZeros) {
    std::vector<uint8_t> code(256, 0);
    const std::vector<uint8_t> loop{0xf0, 0x48, 0x83, 0x07, 0x01,  // lock add qword [rdi], 1
                                    0x48, 0xff, 0xce,              // dec rsi
                                    0x75, 0xf6, 0xc3};             // jnz to the first; ret
    std::ranges::copy(loop, code.begin() + 64);
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0x1040), Outcome::no_memory_operand);
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0x1045), Outcome::resolved);
}

TEST(Decoder, AnIpOutsideOfTheCode) {
    const std::vector<uint8_t> code(64, 0x90);
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0xfff), Outcome::outside);
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0x1040), Outcome::outside);
    EXPECT_EQ(outcome(code, 0x1000, Bounds{0, UINT64_MAX}, 0x1040), Outcome::outside);
    EXPECT_EQ(outcome({}, 0x1000, std::nullopt, 0x1000), Outcome::outside);
    EXPECT_EQ(outcome(code, UINT64_MAX - 8, std::nullopt, 4), Outcome::outside);
    EXPECT_EQ(outcome(code, UINT64_MAX - 8, std::nullopt, UINT64_MAX - 1), Outcome::outside);
}

TEST(Decoder, BytesThatAreNoInstructions) {
    const std::vector<uint8_t> code(256, 0x06);  // push es: not in 64-bit mode
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0x1080), Outcome::undecodable);
    EXPECT_EQ(outcome(code, 0x1000, Bounds{0x1000, 0x1100}, 0x1080), Outcome::undecodable);
}

TEST(Decoder, TheEdgeOfAMappingIsAStartOnlyWithBounds) {
    const std::vector<uint8_t> code{0x8b, 0x07, 0xc3};  // mov eax, [rdi]; ret
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0x1000), Outcome::undecodable);
    EXPECT_EQ(outcome(code, 0x1000, Bounds{0x1000, 0x1003}, 0x1000), Outcome::no_memory_operand);
    EXPECT_EQ(outcome(code, 0x1000, std::nullopt, 0x1002), Outcome::resolved);
}

TEST(Decoder, BoundsThatDoNotHoldIpAreIgnored) {
    const Listing code = {{"mov eax, [rdi]", "8b 07"}, {"add eax, 1", "83 c0 01"}, {"ret", "c3"}};
    const uint64_t ip = code.address(1);
    for (const Bounds wrong : {Bounds{ip + 1, ip + 9}, Bounds{0, ip}, Bounds{ip + 9, ip - 9}})
        EXPECT_EQ(outcome(code.bytes(), code_address, wrong, ip), Outcome::resolved);
}

TEST(Decoder, BoundsWhoseInstructionsMissIpAreIgnored) {
    std::vector<uint8_t> code(200, 0x90);
    code.insert(code.end(), {0x8b, 0x07, 0xc3});  // mov eax, [rdi]; ret
    const uint64_t ip = 0x1000 + code.size() - 1;
    code[code.size() - 4] = 0x66;  // mov ax, [rdi]
    EXPECT_EQ(outcome(code, 0x1000, Bounds{0x1000, ip + 1}, ip), Outcome::resolved);
    EXPECT_EQ(outcome(code, 0x1000, Bounds{ip - 1, ip + 1}, ip), Outcome::resolved);
}

TEST(Decoder, AFunctionMayReachBeyondTheCode) {
    const Listing& code = table_lookup();
    const Bounds whole{code_address - 0x10000, code.end() + 0x10000};
    const Site site =
        make_x86_decoder()->site(code.bytes(), code_address, whole, code_address + 0x48);
    EXPECT_EQ(site.instruction, code_address + 0x65);
}

TEST(Decoder, AHugeFunctionIsNotReadFromItsStart) {
    std::vector<uint8_t> code(1 << 20, 0x90);
    code.insert(code.end(), {0x8b, 0x07, 0xc3});  // mov eax, [rdi]; ret
    const uint64_t end = 0x1000 + code.size();
    const Site site = make_x86_decoder()->site(code, 0x1000, Bounds{0x1000, end}, end - 1);
    EXPECT_EQ(site.outcome, Outcome::resolved);
    EXPECT_EQ(site.instruction, end - 3);
}

}  // namespace
}  // namespace hotlock::decode
