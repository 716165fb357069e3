// Workload secure-random: the request for 64 random bytes that JDK-8296746 was measured with.
#include "cryptolib/include/cryptolib/secure_random.h"

#include <array>

#include "cryptolib/bench/timed_guard.h"
#include "cryptolib/bench/workloads.h"
#include "cryptolib/include/cryptolib/random/singleton_entropy.h"
#include "cryptolib/include/cryptolib/random/thread_local_entropy.h"

namespace cryptobench {

namespace {

struct TimedSingletonEntropy {
    // noinline: stands where SingletonEntropy::fill does, with a frame of its own.
    [[gnu::noinline]] static void fill(std::span<std::byte> out) {
        cryptolib::SingletonEntropy::fill_under<TimedGuard<std::mutex>>(out);
    }
};

template <class Entropy>
void request_64_bytes(Worker& worker) {
    cryptolib::SecureRandom<Entropy> random;
    std::array<std::byte, 64> bytes{};
    worker.repeat([&] { random.next_bytes(bytes); });
}

constexpr std::array variants{
    Variant{"singleton", "before", "one generator behind one lock for the whole process",
            request_64_bytes<cryptolib::SingletonEntropy>, request_64_bytes<TimedSingletonEntropy>},
    Variant{"thread-local", "patched", "one generator for each thread, no lock",
            request_64_bytes<cryptolib::ThreadLocalEntropy>,
            request_64_bytes<cryptolib::ThreadLocalEntropy>},
};

}  // namespace

constinit const Workload secure_random{
    "secure-random", "64 random bytes; each thread has its own SecureRandom object", variants};

}  // namespace cryptobench
