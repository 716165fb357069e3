// The generator of each thread.
#include "cryptolib/include/cryptolib/random/thread_local_entropy.h"

#include "cryptolib/include/cryptolib/random/mixing_generator.h"

namespace cryptolib {

void ThreadLocalEntropy::fill(std::span<std::byte> out) {
    static thread_local MixingGenerator generator;
    generator.fill(out);
}

}  // namespace cryptolib
