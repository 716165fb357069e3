// Checks, ranks and finds services.
#include "cryptolib/include/cryptolib/provider/service_table.h"

#include <algorithm>
#include <stdexcept>

namespace cryptolib {

namespace {

void refuse_empty_names(const Service& service) {
    if (service.provider.empty() || service.type.empty() || service.algorithm.empty() ||
        std::ranges::find(service.aliases, "") != service.aliases.end())
        throw std::invalid_argument("a service has an empty name");
}

std::vector<std::string> names_of(const Service& service) {
    std::vector<std::string> names{service.algorithm};
    names.insert(names.end(), service.aliases.begin(), service.aliases.end());
    return names;
}

}  // namespace

void ServiceTable::add(Service service) {
    refuse_empty_names(service);
    const Keys keys = unused_keys_of(service);
    const Service& added = services_.emplace_back(std::move(service));
    for (const ServiceKey* const key : keys) {
        names_.emplace(added.provider, key);
        const Service*& best = best_[key];
        if (best == nullptr || best->priority < added.priority) best = &added;
    }
}

ServiceTable::Keys ServiceTable::unused_keys_of(const Service& service) const {
    Keys keys;
    for (const std::string& name : names_of(service)) {
        const ServiceKey* const key = &ServiceKey::intern(service.type, name);
        if (names_.contains({service.provider, key}) || std::ranges::count(keys, key) != 0)
            throw std::invalid_argument("provider " + service.provider + " has two services " +
                                        service.type + " " + name);
        keys.push_back(key);
    }
    return keys;
}

// noinline: a profile shall tell this walk from that for the key.
[[gnu::noinline]] const Service* ServiceTable::find(const ServiceKey& key) const {
    const auto found = best_.find(&key);
    return found == best_.end() ? nullptr : found->second;
}

}  // namespace cryptolib
