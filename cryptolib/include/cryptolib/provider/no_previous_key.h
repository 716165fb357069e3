// The previous key, patched: there is none, and look-ups write nothing that threads share.
//
// What JDK-8317538 changed. The author's figures, SPECjvm2008 crypto.rsa on a two-socket Xeon
// 8480+, with the static variable -> without: 1 thread 643.15 -> 642.54, 224 threads 22446 -> 46147
// (2.06x); two more rounds of the same at 224 threads gave 21668 -> 44977 and 22553 -> 46633. A
// benchmark of RSA alone gained 2.4 % at 224 threads and nothing at one.
#pragma once

#include "cryptolib/include/cryptolib/provider/service_key.h"

namespace cryptolib {

class NoPreviousKey {
  public:
    static const ServiceKey* get() { return nullptr; }
    static void set(const ServiceKey&) {}
};

}  // namespace cryptolib
