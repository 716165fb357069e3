// The previous key, before: one variable for the whole process, with the ordering of Java's
// volatile.
//
// This is what OpenJDK's Provider::getService did until JDK-8317538 removed the variable. Threads
// that take turns between algorithms miss it on nearly every look-up and all write it, so that its
// cache line moves from CPU to CPU; no lock is in sight. With one thread the removal changes
// nothing (SPECjvm2008 crypto.rsa on a two-socket Xeon 8480+: 643.15 -> 642.54), with 224 threads
// it doubles the score: 22446 -> 46147. See no_previous_key.h for the other side.
#pragma once

#include "cryptolib/include/cryptolib/provider/previous_key_line.h"

namespace cryptolib {

class StaticVolatilePreviousKey {
  public:
    // Sequentially consistent, because all threads agree on one order of Java's volatile accesses:
    // on x86-64 each store is an exchange, which waits until this CPU owns the line.
    static const ServiceKey* get() { return previous_key.key.load(std::memory_order_seq_cst); }
    static void set(const ServiceKey& key) {
        previous_key.key.store(&key, std::memory_order_seq_cst);
    }

    // A public data symbol, because profiles know the line by its name.
    static PreviousKeyLine previous_key;
};

}  // namespace cryptolib
