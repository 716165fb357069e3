// The previous key, a second attempt: a field of each registry.
//
// Measured in the review of JDK-8317538: at 224 threads the score of SPECjvm2008 crypto.rsa went
// from 22293 to 42045 (1.9x), most of what removing the variable gives. Threads that share a
// registry still share the line.
#pragma once

#include "cryptolib/include/cryptolib/provider/previous_key_line.h"

namespace cryptolib {

class InstancePreviousKey {
  public:
    // Ordered as in StaticPlainPreviousKey, so that the place alone differs.
    const ServiceKey* get() const { return previous_key_.key.load(std::memory_order_acquire); }
    void set(const ServiceKey& key) { previous_key_.key.store(&key, std::memory_order_release); }

  private:
    PreviousKeyLine previous_key_;
};

}  // namespace cryptolib
