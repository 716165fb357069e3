// What the rest of the block tells: loads that are half of an update, numbers of system calls.
#include <gtest/gtest.h>

#include "test/unit/decode/listing.h"

namespace hotlock::decode {
namespace {

// Of the operand of the first instruction.
AccessKind first_kind(const Listing& code) {
    const Site site = code.at(1);
    EXPECT_EQ(site.outcome, Outcome::resolved);
    EXPECT_EQ(site.instruction, code.address(0));
    return site.operand.kind;
}

TEST(Update, ALoadThatIsStoredBack) {
    EXPECT_EQ(first_kind({{"mov rax, [rdi + 8]", "48 8b 47 08"},
                          {"add rax, 1", "48 83 c0 01"},
                          {"mov [rdi + 8], rax", "48 89 47 08"},
                          {"ret", "c3"}}),
              AccessKind::update);
    EXPECT_EQ(first_kind({{"movzx eax, byte ptr [rdi + rcx*2]", "0f b6 04 4f"},
                          {"or eax, 1", "83 c8 01"},
                          {"mov [rdi + rcx*2], al", "88 04 4f"},
                          {"ret", "c3"}}),
              AccessKind::update);
    EXPECT_EQ(first_kind({{"add eax, [rip + 0x100]", "03 05 00 01 00 00"},
                          {"mov [rip + 0xfa], eax", "89 05 fa 00 00 00"},
                          {"ret", "c3"}}),
              AccessKind::update);
    EXPECT_EQ(first_kind({{"movdqu xmm0, [rdi]", "f3 0f 6f 07"},
                          {"paddq xmm0, xmm1", "66 0f d4 c1"},
                          {"movups [rdi], xmm0", "0f 11 07"},
                          {"ret", "c3"}}),
              AccessKind::update);
    EXPECT_EQ(first_kind({{"cmp dword ptr [rdi], 7", "83 3f 07"},
                          {"sete al", "0f 94 c0"},
                          {"mov dword ptr [rdi], 1", "c7 07 01 00 00 00"},
                          {"ret", "c3"}}),
              AccessKind::update);
}

TEST(Update, AnyStoreWillDo) {
    EXPECT_EQ(
        first_kind(
            {{"mov eax, [rdi]", "8b 07"}, {"lock inc dword ptr [rdi]", "f0 ff 07"}, {"ret", "c3"}}),
        AccessKind::update);
    EXPECT_EQ(
        first_kind(
            {{"mov rax, [rdi]", "48 8b 07"}, {"xadd [rdi], rdi", "48 0f c1 3f"}, {"ret", "c3"}}),
        AccessKind::update);
}

TEST(Update, NotAnotherPlaceOrSize) {
    for (const Listing& code :
         {Listing{
              {"mov rax, [rdi]", "48 8b 07"}, {"mov [rdi + 8], rax", "48 89 47 08"}, {"ret", "c3"}},
          Listing{{"mov rax, [rdi]", "48 8b 07"}, {"mov [rsi], rax", "48 89 06"}, {"ret", "c3"}},
          Listing{{"mov rax, [rdi]", "48 8b 07"}, {"mov [rdi], eax", "89 07"}, {"ret", "c3"}},
          Listing{{"mov rax, [rdi]", "48 8b 07"},
                  {"mov fs:[rdi], rax", "64 48 89 07"},
                  {"ret", "c3"}}}) {
        EXPECT_EQ(first_kind(code), AccessKind::read);
    }
}

TEST(Update, NotWhenTheAddressHasChanged) {
    EXPECT_EQ(first_kind({{"mov rax, [rdi]", "48 8b 07"},
                          {"add rdi, 8", "48 83 c7 08"},
                          {"mov [rdi], rax", "48 89 07"},
                          {"ret", "c3"}}),
              AccessKind::read);
    EXPECT_EQ(first_kind({{"mov rax, [rsp + 8]", "48 8b 44 24 08"},
                          {"push rbx", "53"},
                          {"mov [rsp + 8], rax", "48 89 44 24 08"},
                          {"ret", "c3"}}),
              AccessKind::read);
    EXPECT_EQ(first_kind({{"mov al, [rdi - 1]", "8a 47 ff"}, {"stosb", "aa"}, {"ret", "c3"}}),
              AccessKind::read);
}

TEST(Update, NotInAnotherBlock) {
    for (const Listing& code : {Listing{{"mov eax, [rdi]", "8b 07"},
                                        {"jne .+4", "75 02"},
                                        {"mov [rdi], eax", "89 07"},
                                        {"ret", "c3"}},
                                Listing{{"mov eax, [rdi]", "8b 07"},
                                        {"call .+0x105", "e8 00 01 00 00"},
                                        {"mov [rdi], eax", "89 07"},
                                        {"ret", "c3"}},
                                Listing{{"mov eax, [rdi]", "8b 07"},
                                        {"ret", "c3"},
                                        {"mov [rdi], eax", "89 07"},
                                        {"ret", "c3"}}}) {
        EXPECT_EQ(first_kind(code), AccessKind::read);
    }
}

TEST(Update, NotFarAway) {
    const auto behind = [](size_t moves) {
        std::vector<Listing::Line> lines{{"mov eax, [rdi]", "8b 07"}};
        lines.insert(lines.end(), moves, {"mov edx, ecx", "89 ca"});
        lines.push_back({"mov [rdi], eax", "89 07"});
        lines.push_back({"ret", "c3"});
        return first_kind(Listing(lines));
    };
    EXPECT_EQ(behind(15), AccessKind::update);
    EXPECT_EQ(behind(16), AccessKind::read);
}

TEST(Update, OfAnAtomicStaysAtomic) {
    EXPECT_EQ(
        first_kind(
            {{"lock xadd [rdi], eax", "f0 0f c1 07"}, {"mov [rdi], eax", "89 07"}, {"ret", "c3"}}),
        AccessKind::atomic);
}

// The call is the second to last line, the tick behind it.
std::optional<uint32_t> number(const Listing& code, size_t call) {
    const Site site = code.at(call + 1);
    EXPECT_EQ(site.outcome, Outcome::system_call);
    EXPECT_EQ(site.instruction, code.address(call));
    return site.system_call;
}

TEST(SystemCall, IsNamedByTheConstantInFront) {
    EXPECT_EQ(number({{"mov esi, 0x81", "be 81 00 00 00"},
                      {"mov eax, 202", "b8 ca 00 00 00"},
                      {"xor r10d, r10d", "45 31 d2"},
                      {"syscall", "0f 05"},
                      {"ret", "c3"}},
                     3),
              202U);
    EXPECT_EQ(number({{"xor eax, eax", "31 c0"}, {"syscall", "0f 05"}, {"ret", "c3"}}, 1), 0U);
    EXPECT_EQ(
        number({{"mov rax, 24", "48 c7 c0 18 00 00 00"}, {"syscall", "0f 05"}, {"ret", "c3"}}, 1),
        24U);
}

TEST(SystemCall, MayHaveNoKnownNumber) {
    EXPECT_EQ(number({{"mov eax, 202", "b8 ca 00 00 00"},
                      {"mov eax, edi", "89 f8"},
                      {"syscall", "0f 05"},
                      {"ret", "c3"}},
                     2),
              std::nullopt);
    EXPECT_EQ(number({{"mov eax, 202", "b8 ca 00 00 00"},
                      {"call .+0x105", "e8 00 01 00 00"},
                      {"syscall", "0f 05"},
                      {"ret", "c3"}},
                     2),
              std::nullopt);
    EXPECT_EQ(number({{"mov al, 202", "b0 ca"}, {"syscall", "0f 05"}, {"ret", "c3"}}, 1),
              std::nullopt);
    EXPECT_EQ(number({{"syscall", "0f 05"}, {"ret", "c3"}}, 0), std::nullopt);
}

TEST(SystemCall, HasNoKnownNumberWhenABranchLeadsInto) {
    const Listing code = {
        {"test edi, edi", "85 ff"}, {"je enter", "74 05"}, {"mov eax, 202", "b8 ca 00 00 00"},
        {"enter: nop", "90"},       {"syscall", "0f 05"},  {"ret", "c3"}};
    EXPECT_EQ(number(code, 4), std::nullopt);
}

TEST(SystemCall, IsNotSteppedOverTo) {
    const Listing code = {
        {"mov eax, 202", "b8 ca 00 00 00"}, {"syscall", "0f 05"}, {"nop", "90"}, {"ret", "c3"}};
    EXPECT_EQ(code.at(3).outcome, Outcome::no_memory_operand);
}

}  // namespace
}  // namespace hotlock::decode
