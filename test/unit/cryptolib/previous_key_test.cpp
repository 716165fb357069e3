// Where each policy keeps the previous key, and who shares it.
#include <gtest/gtest.h>

#include <cstdint>

#include "cryptolib/include/cryptolib/provider/instance_previous_key.h"
#include "cryptolib/include/cryptolib/provider/no_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_plain_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_volatile_previous_key.h"
#include "cryptolib/include/cryptolib/provider_registry.h"

namespace cryptolib {
namespace {

const ServiceKey& key_of(std::string_view algorithm) {
    return ServiceKey::intern("PreviousKey", algorithm);
}

template <class PreviousKey>
void expect_that_objects_share_the_key() {
    PreviousKey one;
    const PreviousKey other;
    one.set(key_of("A"));
    EXPECT_EQ(other.get(), &key_of("A"));
    one.set(key_of("B"));
    EXPECT_EQ(other.get(), &key_of("B"));
    EXPECT_EQ(PreviousKey::previous_key.key, &key_of("B"));
}

TEST(PreviousKey, IsSharedByTheProcessWhenStatic) {
    expect_that_objects_share_the_key<StaticVolatilePreviousKey>();
    expect_that_objects_share_the_key<StaticPlainPreviousKey>();
}

TEST(PreviousKey, BelongsToTheObjectWhenAnInstances) {
    InstancePreviousKey one;
    const InstancePreviousKey other;
    EXPECT_EQ(one.get(), nullptr);
    one.set(key_of("A"));
    EXPECT_EQ(one.get(), &key_of("A"));
    EXPECT_EQ(other.get(), nullptr);
}

TEST(PreviousKey, IsForgottenWhenRemoved) {
    NoPreviousKey::set(key_of("A"));
    EXPECT_EQ(NoPreviousKey::get(), nullptr);
}

TEST(PreviousKey, HasACacheLineOfItsOwn) {
    const auto address = [](const PreviousKeyLine& line) {
        return reinterpret_cast<std::uintptr_t>(&line);
    };
    EXPECT_EQ(sizeof(PreviousKeyLine), 64U);
    EXPECT_EQ(address(StaticVolatilePreviousKey::previous_key) % 64, 0U);
    EXPECT_EQ(address(StaticPlainPreviousKey::previous_key) % 64, 0U);
    EXPECT_EQ(alignof(ProviderRegistry<InstancePreviousKey>), 64U);
}

TEST(PreviousKey, TakesNoRoomWhenRemoved) {
    EXPECT_EQ(sizeof(ProviderRegistry<NoPreviousKey>), sizeof(ServiceTable));
}

template <class PreviousKey>
class PreviousKeyTest : public testing::Test {};

using StaticPolicies = testing::Types<StaticVolatilePreviousKey, StaticPlainPreviousKey>;
TYPED_TEST_SUITE(PreviousKeyTest, StaticPolicies);

TYPED_TEST(PreviousKeyTest, IsWrittenByALookUpOfAnotherName) {
    ProviderRegistry<TypeParam> registry;
    registry.add({"Portable", "PreviousKey", "A", {"Alias"}});
    registry.get_service("PreviousKey", "a");
    EXPECT_EQ(TypeParam::get(), &key_of("A"));
    registry.get_service("PreviousKey", "Alias");
    EXPECT_EQ(TypeParam::get(), &key_of("Alias"));
}

TYPED_TEST(PreviousKeyTest, IsLeftAloneByALookUpOfAnUnknownName) {
    ProviderRegistry<TypeParam> registry;
    registry.add({"Portable", "PreviousKey", "A"});
    registry.get_service("PreviousKey", "A");
    registry.get_service("PreviousKey", "unheard of");
    EXPECT_EQ(TypeParam::get(), &key_of("A"));
}

}  // namespace
}  // namespace cryptolib
