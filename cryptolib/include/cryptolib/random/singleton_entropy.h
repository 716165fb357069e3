// Random numbers, before: every generator object of the process draws from one shared generator,
// under one lock.
//
// This is what OpenJDK's NativePRNG did until JDK-8296746 replaced the shared generator by one for
// each thread. With 64-byte requests on the reporter's machine, threads gained nothing from each
// other: 1.27 million requests a second for one thread, 0.86 for two, 0.81 for four and 0.79 for
// eight. See thread_local_entropy.h for the other side.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>

#include "cryptolib/include/cryptolib/random/mixing_generator.h"

namespace cryptolib {

class SingletonEntropy {
  public:
    // A forked child must not come here when another thread of the parent held the lock at the
    // fork; until it execs, POSIX allows it only async-signal-safe functions anyway.
    static void fill(std::span<std::byte> out);

    // The same, under a guard of the caller's choice: a benchmark times the lock with its own.
    template <class Guard>
    static void fill_under(std::span<std::byte> out) {
        const Guard guard(lock);
        generator().fill(out);
    }

    // Protects generator(). A public data symbol, because profiles know the lock by its name, and
    // at the start of a cache line, because measurements of two builds shall compare.
    alignas(64) static std::mutex lock;

  private:
    static MixingGenerator& generator();
};

}  // namespace cryptolib
