// Mixes entropy with the digest's stream, block by block.
#include "cryptolib/include/cryptolib/random/mixing_generator.h"

#include <string.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace cryptolib {

namespace {

constexpr uint64_t next_key = std::numeric_limits<uint64_t>::max();  // no block has this number

}  // namespace

void MixingGenerator::fill(std::span<std::byte> out) {
    if (!state_->seeded) seed();
    for (uint64_t number = 0; !out.empty(); ++number) {
        const auto block = out.first(std::min(out.size(), Sha256::size));
        state_->entropy.take(block);
        mix(block, number);
        out = out.subspan(block.size());
    }
    replace_key();
}

void MixingGenerator::seed() {
    state_->entropy.take(state_->key);
    state_->seeded = true;
}

// noinline, here and below: a profile shall tell mixing, replacing the key and fetching apart.
[[gnu::noinline]] void MixingGenerator::mix(std::span<std::byte> block, uint64_t number) {
    Sha256::Value stream = digest_of_key(number);
    std::transform(block.begin(), block.end(), stream.begin(), block.begin(), std::bit_xor());
    explicit_bzero(stream.data(), stream.size());
}

[[gnu::noinline]] void MixingGenerator::replace_key() {
    Sha256::Value key = digest_of_key(next_key);
    state_->key = key;
    explicit_bzero(key.data(), key.size());
}

Sha256::Value MixingGenerator::digest_of_key(uint64_t number) {
    struct {
        std::array<std::byte, Sha256::size> key;
        uint64_t number;
    } message{state_->key, number};
    const Sha256::Value value = sha256_.hash(std::as_bytes(std::span(&message, 1)));
    explicit_bzero(&message, sizeof(message));
    return value;
}

}  // namespace cryptolib
