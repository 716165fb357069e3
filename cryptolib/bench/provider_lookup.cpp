// Workload provider-lookup: threads that take turns between algorithms, which is what JDK-8317538
// was about. One operation is one look-up.
#include <array>
#include <stdexcept>
#include <string_view>

#include "cryptolib/bench/example_services.h"
#include "cryptolib/bench/workloads.h"
#include "cryptolib/include/cryptolib/provider/instance_previous_key.h"
#include "cryptolib/include/cryptolib/provider/no_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_plain_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_volatile_previous_key.h"
#include "cryptolib/include/cryptolib/provider_registry.h"

namespace cryptobench {

namespace {

struct Name {
    std::string_view type;
    std::string_view algorithm;
};

constexpr std::array names{
    Name{"Cipher", "AES/GCM/NoPadding"},    Name{"MessageDigest", "SHA-256"},
    Name{"Cipher", "AES/CBC/PKCS5Padding"}, Name{"MessageDigest", "SHA-512"},
    Name{"Cipher", "ChaCha20-Poly1305"},
};

// Walks all names again and again. Neighbouring threads take steps of different lengths: in step,
// one would find the key that the other has just written. The count of names is a prime, so that
// each step comes by all.
class Turns {
  public:
    explicit Turns(unsigned thread) : step_(1 + thread % (names.size() - 1)) {}

    const Name& next() {
        at_ += step_;
        if (at_ >= names.size()) at_ -= names.size();
        return names[at_];
    }

  private:
    size_t step_;
    size_t at_ = 0;
};

// Every thread has a registry of its own in all variants, so that they differ in the key's place
// alone.
template <class PreviousKey>
void look_up(Worker& worker) {
    cryptolib::ProviderRegistry<PreviousKey> registry;
    for (const cryptolib::Service& service : example_services())
        registry.add(service);
    Turns turns(worker.number());
    worker.repeat([&] {
        const Name& name = turns.next();
        if (registry.get_service(name.type, name.algorithm) == nullptr)
            throw std::logic_error("an example service is missing");
    });
}

constexpr std::array variants{
    Variant{"static-volatile", "before", "previous key in one volatile variable of the process",
            look_up<cryptolib::StaticVolatilePreviousKey>, nullptr},
    Variant{"static-plain", "", "previous key in one plain variable of the process",
            look_up<cryptolib::StaticPlainPreviousKey>, nullptr},
    Variant{"instance", "", "previous key in a field of each thread's registry",
            look_up<cryptolib::InstancePreviousKey>, nullptr},
    Variant{"removed", "patched", "no previous key", look_up<cryptolib::NoPreviousKey>, nullptr},
};

}  // namespace

constinit const Workload provider_lookup{
    "provider-lookup", "a look-up of one of five algorithms; each thread has its own registry",
    variants};

}  // namespace cryptobench
