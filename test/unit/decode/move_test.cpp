// What registers become, for those who follow them backward.
#include <gtest/gtest.h>

#include <vector>

#include "common/decode/x86_reader.h"

namespace hotlock::decode {
namespace {

constexpr uint8_t rax = 0, rcx = 1, rbx = 3, rdi = 7;

std::optional<Move> move_of(const std::vector<uint8_t>& bytes) {
    return make_x86_reader()->read(bytes, 0x1000).value().move;
}

TEST(Move, CopiesAndSums) {
    EXPECT_EQ(move_of({0x48, 0x89, 0xf8}), (Move{rax, false, {.base = rdi}}));  // mov rax, rdi
    EXPECT_EQ(move_of({0x48, 0x83, 0xc3, 0x08}),                                // add rbx, 8
              (Move{rbx, false, {.base = rbx, .displacement = 8}}));
    EXPECT_EQ(move_of({0x48, 0x83, 0xeb, 0x08}),  // sub rbx, 8
              (Move{rbx, false, {.base = rbx, .displacement = uint64_t{0} - 8}}));
    EXPECT_EQ(move_of({0x48, 0x01, 0xc8}),  // add rax, rcx
              (Move{rax, false, {.base = rax, .index = rcx}}));
    const Move lea =
        move_of({0x48, 0x8d, 0x44, 0x8f, 0x10}).value();  // lea rax, [rdi + rcx*4 + 16]
    EXPECT_FALSE(lea.loads);
    EXPECT_EQ(lea.from.base, rdi);
    EXPECT_EQ(lea.from.index, rcx);
    EXPECT_EQ(lea.from.scale, 4);
    EXPECT_EQ(lea.from.displacement, 16U);
}

TEST(Move, Products) {
    EXPECT_EQ(move_of({0x48, 0xc1, 0xe0, 0x05}),  // shl rax, 5
              (Move{rax, false, {.index = rax, .scale = 32}}));
    EXPECT_EQ(move_of({0x48, 0x6b, 0xc1, 0x18}),  // imul rax, rcx, 24
              (Move{rax, false, {.index = rcx, .scale = 24}}));
}

TEST(Move, ConstantsAndLoads) {
    EXPECT_EQ(move_of({0x31, 0xdb}), (Move{rbx, false, {}}));  // xor ebx, ebx
    EXPECT_EQ(move_of({0xbf, 0x10, 0x20, 0x00, 0x00}),         // mov edi, 0x2010
              (Move{rdi, false, {.displacement = 0x2010}}));
    EXPECT_EQ(move_of({0x48, 0x8b, 0x47, 0x08}),  // mov rax, [rdi + 8]
              (Move{rax, true, {.base = rdi, .displacement = 8, .size = 8}}));
    EXPECT_EQ(move_of({0x48, 0x03, 0x47, 0x08}),  // add rax, [rdi + 8]
              (Move{rax, true, {.base = rdi, .displacement = 8, .size = 8}, rax}));
}

TEST(Move, NotOfPartsAndNotOfWhatIsComputedOtherwise) {
    EXPECT_FALSE(move_of({0x89, 0xf8}));              // mov eax, edi
    EXPECT_FALSE(move_of({0x8b, 0x07}));              // mov eax, [rdi]
    EXPECT_FALSE(move_of({0x48, 0x0f, 0x44, 0xc1}));  // cmove rax, rcx
    EXPECT_FALSE(move_of({0x48, 0x29, 0xc8}));        // sub rax, rcx
    EXPECT_FALSE(move_of({0x48, 0x89, 0x07}));        // mov [rdi], rax
}

}  // namespace
}  // namespace hotlock::decode
