// The previous key, a first attempt: still one variable for the whole process, but a plain one.
//
// Measured in the review of JDK-8317538, to learn whether volatile alone is to blame. It is not: at
// 224 threads the score of SPECjvm2008 crypto.rsa went from 22293 to 23638 only (+6 %); the line is
// still written by all.
#pragma once

#include "cryptolib/include/cryptolib/provider/previous_key_line.h"

namespace cryptolib {

class StaticPlainPreviousKey {
  public:
    // Acquire and release, which are plain moves on x86-64: what Java promises for a plain
    // reference to an object of final fields, that who sees the key sees its contents.
    static const ServiceKey* get() { return previous_key.key.load(std::memory_order_acquire); }
    static void set(const ServiceKey& key) {
        previous_key.key.store(&key, std::memory_order_release);
    }

    // A public data symbol, because profiles know the line by its name.
    static PreviousKeyLine previous_key;
};

}  // namespace cryptolib
