// The parts that SecureRandom is made of: digest, entropy buffer, mixing generator.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "cryptolib/include/cryptolib/random/entropy_buffer.h"
#include "cryptolib/include/cryptolib/random/mixing_generator.h"
#include "cryptolib/include/cryptolib/sha256.h"

namespace cryptolib {
namespace {

std::string hex_digest(Sha256& sha256, std::string_view message) {
    std::string text;
    for (const std::byte b : sha256.hash(std::as_bytes(std::span(message)))) {
        constexpr std::string_view digits = "0123456789abcdef";
        text += digits[std::to_integer<size_t>(b) >> 4];
        text += digits[std::to_integer<size_t>(b) & 15];
    }
    return text;
}

// The examples of FIPS 180-2, through one object: it must start afresh each time.
TEST(Sha256, HashesTheStandardsExamples) {
    Sha256 sha256;
    EXPECT_EQ(hex_digest(sha256, "abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex_digest(sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex_digest(sha256, ""),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(EntropyBuffer, RefillsOnlyWhenEmpty) {
    EntropyBuffer buffer;
    std::vector<std::byte> out(EntropyBuffer::capacity - 1);
    EXPECT_EQ(buffer.available(), 0U);
    buffer.take(out);
    EXPECT_EQ(buffer.available(), 1U);
    buffer.take(std::span(out).first(0));
    EXPECT_EQ(buffer.available(), 1U);
    buffer.take(std::span(out).first(2));
    EXPECT_EQ(buffer.available(), EntropyBuffer::capacity - 1);
}

TEST(EntropyBuffer, TakesMoreThanItHolds) {
    EntropyBuffer buffer;
    std::vector<std::byte> out(3 * EntropyBuffer::capacity + 5);
    buffer.take(out);
    EXPECT_EQ(buffer.available(), EntropyBuffer::capacity - 5);
    EXPECT_LT(std::ranges::count(out, std::byte{0}), 40);  // 3 expected
}

// 24 divides no power of two: the pieces straddle every kind of boundary.
TEST(EntropyBuffer, HandsOutNoByteTwice) {
    EntropyBuffer buffer;
    std::set<std::array<std::byte, 24>> pieces;
    for (int i = 0; i < 1000; ++i) {
        std::array<std::byte, 24> piece{};
        buffer.take(piece);
        pieces.insert(piece);
    }
    EXPECT_EQ(pieces.size(), 1000U);
}

TEST(MixingGenerator, TwoNeverAgree) {
    MixingGenerator one;
    MixingGenerator other;
    std::array<std::byte, 64> from_one{};
    std::array<std::byte, 64> from_other{};
    one.fill(from_one);
    other.fill(from_other);
    EXPECT_NE(from_one, from_other);
}

}  // namespace
}  // namespace cryptolib
