// Interned keys: one object for one pair of names.
#include "cryptolib/include/cryptolib/provider/service_key.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

namespace cryptolib {
namespace {

TEST(ServiceKey, IsOneObjectForEqualNames) {
    const ServiceKey& key = ServiceKey::intern("Cipher", "Serpent");
    EXPECT_EQ(&ServiceKey::intern("Cipher", "Serpent"), &key);
    EXPECT_EQ(ServiceKey::find("Cipher", "Serpent"), &key);
    EXPECT_NE(&ServiceKey::intern("Cipher", "Twofish"), &key);
    EXPECT_NE(&ServiceKey::intern("Mac", "Serpent"), &key);
}

TEST(ServiceKey, DisregardsTheCaseOfAlgorithmsOnly) {
    const ServiceKey& key = ServiceKey::intern("Mac", "Poly1305-AES");
    EXPECT_EQ(&ServiceKey::intern("Mac", "poly1305-aes"), &key);
    EXPECT_EQ(ServiceKey::find("Mac", "POLY1305-AES"), &key);
    EXPECT_EQ(ServiceKey::find("MAC", "Poly1305-AES"), nullptr);
    EXPECT_TRUE(key.matches("Mac", "pOLY1305-aes"));
    EXPECT_FALSE(key.matches("mac", "Poly1305-AES"));
    EXPECT_FALSE(key.matches("Mac", "Poly1305"));
}

TEST(ServiceKey, TakesBytesBeyondAsciiAsTheyAre) {
    const ServiceKey& key = ServiceKey::intern("Cipher", "\xc3\x84");  // a capital A umlaut
    EXPECT_FALSE(key.matches("Cipher", "\xc3\xa4"));                   // the small one
    EXPECT_NE(&ServiceKey::intern("Cipher", "["), &ServiceKey::intern("Cipher", "{"));
}

TEST(ServiceKey, KnowsWhereTheTypeEnds) {
    EXPECT_NE(&ServiceKey::intern("KeyFactory", "EC"), &ServiceKey::intern("Key", "FactoryEC"));
}

TEST(ServiceKey, IsNotMadeBySearching) {
    EXPECT_EQ(ServiceKey::find("Cipher", "never registered"), nullptr);
    EXPECT_EQ(ServiceKey::find("Cipher", "never registered"), nullptr);
    EXPECT_EQ(ServiceKey::find("", ""), nullptr);
}

TEST(ServiceKey, TellsMoreNamesApartThanTheTableHasBuckets) {
    std::set<const ServiceKey*> keys;
    for (int i = 0; i < 5000; ++i)
        keys.insert(&ServiceKey::intern("Many", std::to_string(i)));
    EXPECT_EQ(keys.size(), 5000U);
    for (int i = 0; i < 5000; ++i)
        EXPECT_TRUE(keys.contains(ServiceKey::find("Many", std::to_string(i)))) << i;
}

TEST(ServiceKey, IsOneObjectForThreadsThatInternAtOnce) {
    constexpr size_t count = 500;
    std::vector<std::vector<const ServiceKey*>> seen(4);
    {
        std::vector<std::jthread> crew;
        for (auto& keys : seen)
            crew.emplace_back([&keys] {
                for (size_t i = 0; i < count; ++i)
                    keys.push_back(&ServiceKey::intern("AtOnce", std::to_string(i)));
            });
    }
    for (const auto& keys : seen)
        EXPECT_EQ(keys, seen.front());
    EXPECT_EQ(std::set(seen.front().begin(), seen.front().end()).size(), count);
}

}  // namespace
}  // namespace cryptolib
