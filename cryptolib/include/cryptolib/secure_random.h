// Random bytes for keys and nonces. Where they come from is a policy:
//   SingletonEntropy    one generator behind a lock for the whole process
//   ThreadLocalEntropy  one generator for each thread
#pragma once

#include <cstddef>
#include <span>

namespace cryptolib {

template <class Entropy>
class SecureRandom {
  public:
    // noinline: the call that a profile's reader looks for, in every variant.
    [[gnu::noinline]] void next_bytes(std::span<std::byte> out) { Entropy::fill(out); }
};

}  // namespace cryptolib
