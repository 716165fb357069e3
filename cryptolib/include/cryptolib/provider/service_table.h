// Which service answers to which name.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cryptolib/include/cryptolib/provider/service.h"
#include "cryptolib/include/cryptolib/provider/service_key.h"

namespace cryptolib {

// One thread at a time adds; find() is safe for any number of threads while none adds.
class ServiceTable {
  public:
    ServiceTable() = default;
    ServiceTable(const ServiceTable&) = delete;
    ServiceTable& operator=(const ServiceTable&) = delete;

    // Throws std::invalid_argument, and has changed nothing, when a name is empty (the provider's,
    // the type, the algorithm or an alias), or when the provider has given this name to a service
    // of this type before, as algorithm or alias, in whatever case.
    void add(Service service);

    // The service of the highest priority that has the name as algorithm or alias; of equals, the
    // one that was added first. Null when there is none. Valid as long as the table.
    const Service* find(const ServiceKey& key) const;

  private:
    using Keys = std::vector<const ServiceKey*>;
    struct Hash {
        size_t operator()(const ServiceKey* key) const { return key->hash(); }
    };

    Keys unused_keys_of(const Service& service) const;

    std::deque<Service> services_;  // in the order added; they stay where they are
    std::set<std::pair<std::string, const ServiceKey*>> names_;  // of each provider
    std::unordered_map<const ServiceKey*, const Service*, Hash> best_;
};

}  // namespace cryptolib
