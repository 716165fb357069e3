// The table of all keys. Readers take no lock: a key never changes and never goes away.
#include "cryptolib/include/cryptolib/provider/service_key.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace cryptolib {

namespace {

// Many times the names that a program registers, so that a bucket rarely holds two keys.
constexpr size_t bucket_count = 1024;

struct KeyTable {
    std::mutex writers;
    std::array<std::atomic<const ServiceKey*>, bucket_count> newest{};  // the head of each chain
};

constinit KeyTable table;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_but_for_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
constexpr uint64_t fnv_basis = 0xcbf29ce484222325;
constexpr uint64_t fnv_prime = 0x100000001b3;

uint64_t add_to_hash(uint64_t hash, char c) {
    return (hash ^ static_cast<unsigned char>(c)) * fnv_prime;
}

// noinline, as matches() and find(): a profile shall tell hashing, comparing and walking apart.
[[gnu::noinline]] size_t hash_of(std::string_view type, std::string_view algorithm) {
    uint64_t hash = fnv_basis;
    for (const char c : type)
        hash = add_to_hash(hash, c);
    hash = add_to_hash(hash, '\0');  // where the type ends
    for (const char c : algorithm)
        hash = add_to_hash(hash, lower(c));
    return hash;
}

std::atomic<const ServiceKey*>& bucket(size_t hash) {
    return table.newest[hash % bucket_count];
}

}  // namespace

ServiceKey::ServiceKey(std::string_view type, std::string_view algorithm, size_t hash,
                       const ServiceKey* next)
    : type_(type), algorithm_(algorithm), hash_(hash), next_(next) {}

const ServiceKey& ServiceKey::intern(std::string_view type, std::string_view algorithm) {
    const size_t hash = hash_of(type, algorithm);
    const std::lock_guard lock(table.writers);
    if (const ServiceKey* const known = find(type, algorithm, hash)) return *known;
    std::atomic<const ServiceKey*>& newest = bucket(hash);
    const auto* const key = new ServiceKey(type, algorithm, hash, newest.load());
    newest.store(key);
    return *key;
}

[[gnu::noinline]] const ServiceKey* ServiceKey::find(std::string_view type,
                                                     std::string_view algorithm) {
    return find(type, algorithm, hash_of(type, algorithm));
}

const ServiceKey* ServiceKey::find(std::string_view type, std::string_view algorithm, size_t hash) {
    const ServiceKey* key = bucket(hash).load(std::memory_order_acquire);
    while (key != nullptr && !(key->hash_ == hash && key->matches(type, algorithm)))
        key = key->next_;
    return key;
}

[[gnu::noinline]] bool ServiceKey::matches(std::string_view type,
                                           std::string_view algorithm) const {
    return type_ == type && equal_but_for_case(algorithm_, algorithm);
}

}  // namespace cryptolib
