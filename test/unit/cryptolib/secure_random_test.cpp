// SecureRandom under both policies: every length works, nothing repeats, nothing looks skewed.
#include "cryptolib/include/cryptolib/secure_random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "cryptolib/include/cryptolib/random/singleton_entropy.h"
#include "cryptolib/include/cryptolib/random/thread_local_entropy.h"

namespace cryptolib {
namespace {

using Bytes = std::vector<std::byte>;
using Block = std::array<std::byte, 16>;

struct Policy {
    const char* name;
    void (*next_bytes)(std::span<std::byte>);  // of a new SecureRandom object
};

template <class Entropy>
void next_bytes(std::span<std::byte> out) {
    SecureRandom<Entropy> random;
    random.next_bytes(out);
}

class SecureRandomTest : public testing::TestWithParam<Policy> {
  protected:
    static void fill(std::span<std::byte> out) { GetParam().next_bytes(out); }

    static Bytes random_bytes(size_t count) {
        Bytes bytes(count);
        fill(bytes);
        return bytes;
    }
};

INSTANTIATE_TEST_SUITE_P(Policies, SecureRandomTest,
                         testing::Values(Policy{"singleton", next_bytes<SingletonEntropy>},
                                         Policy{"thread_local", next_bytes<ThreadLocalEntropy>}),
                         [](const auto& policy) { return std::string(policy.param.name); });

TEST_P(SecureRandomTest, LeavesAnEmptyRequestAlone) {
    std::array<std::byte, 2> untouched{std::byte{0x5a}, std::byte{0xa5}};
    fill(std::span(untouched).subspan(1, 0));
    EXPECT_EQ(untouched, (std::array{std::byte{0x5a}, std::byte{0xa5}}));
}

TEST_P(SecureRandomTest, WritesExactlyTheBytesAskedFor) {
    for (const size_t length : {1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000}) {
        Bytes ever_set(length + 2);
        for (int round = 0; round < 16; ++round) {  // a zero by chance, 16 times: 1 in 2^128
            Bytes bytes(length + 2);
            fill(std::span(bytes).subspan(1, length));
            std::ranges::transform(ever_set, bytes, ever_set.begin(), std::bit_or());
        }
        EXPECT_EQ(ever_set.front(), std::byte{0}) << length;
        EXPECT_EQ(ever_set.back(), std::byte{0}) << length;
        EXPECT_EQ(std::ranges::count(ever_set, std::byte{0}), 2) << length;
    }
}

TEST_P(SecureRandomTest, NeverRepeatsABlockWithinOneLongRequest) {
    const Bytes bytes = random_bytes(1 << 20);
    std::set<Bytes> blocks;
    for (size_t at = 0; at < bytes.size(); at += 16)
        blocks.emplace(bytes.begin() + static_cast<ptrdiff_t>(at),
                       bytes.begin() + static_cast<ptrdiff_t>(at) + 16);
    EXPECT_EQ(blocks.size(), bytes.size() / 16);
}

TEST_P(SecureRandomTest, NeverRepeatsABlockAcrossRequestsAndThreads) {
    constexpr size_t threads = 4;
    constexpr size_t count = 2000;
    std::array<std::array<Block, count>, threads> outputs{};
    {
        std::vector<std::jthread> crew;
        crew.reserve(threads);
        for (auto& output : outputs)
            crew.emplace_back([&output] { std::ranges::for_each(output, fill); });
    }
    std::set<Block> distinct;
    for (const auto& output : outputs)
        distinct.insert(output.begin(), output.end());
    EXPECT_EQ(distinct.size(), threads * count);
}

// 8,388,608 bits: half of them ones with a standard deviation of 1,448. Ten of those is an event
// that never happens by chance.
TEST_P(SecureRandomTest, SetsHalfOfTheBits) {
    const Bytes bytes = random_bytes(1 << 20);
    const auto ones = std::accumulate(bytes.begin(), bytes.end(), 0L, [](long sum, std::byte b) {
        return sum + std::popcount(std::to_integer<unsigned>(b));
    });
    EXPECT_NEAR(static_cast<double>(ones), 4'194'304, 14'480);
}

// 4,096 of each value are expected, with a standard deviation of 64.
TEST_P(SecureRandomTest, GivesEveryByteValueItsShare) {
    std::array<int, 256> counts{};
    for (const std::byte b : random_bytes(1 << 20))
        ++counts[std::to_integer<size_t>(b)];
    const auto [rarest, commonest] = std::ranges::minmax(counts);
    EXPECT_GT(rarest, 4096 - 640);
    EXPECT_LT(commonest, 4096 + 640);
}

}  // namespace
}  // namespace cryptolib
