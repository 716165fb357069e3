// The shared generator and its lock.
#include "cryptolib/include/cryptolib/random/singleton_entropy.h"

namespace cryptolib {

alignas(64) constinit std::mutex SingletonEntropy::lock;

void SingletonEntropy::fill(std::span<std::byte> out) {
    fill_under<std::lock_guard<std::mutex>>(out);
}

MixingGenerator& SingletonEntropy::generator() {
    static MixingGenerator instance;
    return instance;
}

}  // namespace cryptolib
