// The services of all providers, and the look-up of the best one for a name. The key of the last
// look-up is kept and tried first; where it is kept is a policy:
//   StaticVolatilePreviousKey  one for the process, sequentially consistent
//   StaticPlainPreviousKey     one for the process, as a plain variable costs
//   InstancePreviousKey        one for each registry
//   NoPreviousKey              nowhere: every look-up searches its key anew
#pragma once

#include <string_view>
#include <utility>

#include "cryptolib/include/cryptolib/provider/service.h"
#include "cryptolib/include/cryptolib/provider/service_key.h"
#include "cryptolib/include/cryptolib/provider/service_table.h"

namespace cryptolib {

// Any number of threads may look up at once, after the last service is added.
template <class PreviousKey>
class ProviderRegistry {
  public:
    // See ServiceTable::add, also for what it refuses.
    void add(Service service) { services_.add(std::move(service)); }

    // Null for a name that no provider has, thus for empty names. Valid as long as the registry.
    // noinline: it touches the previous key, in every variant.
    [[gnu::noinline]] const Service* get_service(std::string_view type,
                                                 std::string_view algorithm) const {
        const ServiceKey* key = previous_key_.get();
        if (key == nullptr || !key->matches(type, algorithm)) {
            key = ServiceKey::find(type, algorithm);
            if (key == nullptr) return nullptr;
            previous_key_.set(*key);
        }
        return services_.find(*key);
    }

  private:
    ServiceTable services_;
    [[no_unique_address]] mutable PreviousKey previous_key_;  // look-ups change it
};

}  // namespace cryptolib
