// The generator behind every SecureRandom: buffered entropy of the operating system, mixed with a
// stream that a digest makes of a secret key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cryptolib/include/cryptolib/random/entropy_buffer.h"
#include "cryptolib/include/cryptolib/random/wiped_on_fork.h"
#include "cryptolib/include/cryptolib/sha256.h"

namespace cryptolib {

// output block n = entropy XOR SHA-256(key, n), and after each request key = SHA-256(key, "next").
// Good entropy or a secret key alone keeps the output unpredictable, and a stolen key tells nothing
// about earlier outputs. A forked child makes itself a new key and fetches its own entropy.
// One thread at a time.
class MixingGenerator {
  public:
    void fill(std::span<std::byte> out);

  private:
    struct State {
        bool seeded = false;
        std::array<std::byte, Sha256::size> key{};
        EntropyBuffer entropy;
    };

    void seed();
    void mix(std::span<std::byte> block, uint64_t number);
    void replace_key();
    Sha256::Value digest_of_key(uint64_t number);

    WipedOnFork<State> state_;
    Sha256 sha256_;
};

}  // namespace cryptolib
