// What services are looked up by: a type and the name of an algorithm.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cryptolib {

// Types are compared exactly, algorithm names without regard to ASCII case, as in the Java
// Cryptography Architecture. Keys are interned: equal names give the same object, for the whole
// process and for good, so that one pointer stands for both names and outlives every registry.
// Safe for concurrent use.
class ServiceKey {
  public:
    // Makes the key if there is none yet. For names that are registered, not for those asked for:
    // memory is never given back.
    static const ServiceKey& intern(std::string_view type, std::string_view algorithm);

    // Null when nobody has interned these names.
    static const ServiceKey* find(std::string_view type, std::string_view algorithm);

    ServiceKey(const ServiceKey&) = delete;
    ServiceKey& operator=(const ServiceKey&) = delete;

    bool matches(std::string_view type, std::string_view algorithm) const;
    size_t hash() const { return hash_; }

  private:
    ServiceKey(std::string_view type, std::string_view algorithm, size_t hash,
               const ServiceKey* next);
    static const ServiceKey* find(std::string_view type, std::string_view algorithm, size_t hash);

    const std::string type_;
    const std::string algorithm_;
    const size_t hash_;
    const ServiceKey* const next_;  // in the same bucket of the table of keys
};

}  // namespace cryptolib
