// ProviderRegistry finds the same services under every policy for the previous key.
#include "cryptolib/include/cryptolib/provider_registry.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cryptolib/include/cryptolib/provider/instance_previous_key.h"
#include "cryptolib/include/cryptolib/provider/no_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_plain_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_volatile_previous_key.h"

namespace cryptolib {
namespace {

template <class PreviousKey>
class ProviderRegistryTest : public testing::Test {
  protected:
    using Registry = ProviderRegistry<PreviousKey>;

    // The provider that serves the name, "" when none does.
    std::string provider_of(std::string_view type, std::string_view algorithm) const {
        const Service* const service = registry_.get_service(type, algorithm);
        return service == nullptr ? "" : service->provider;
    }

    // What is wrong with the service, "" when it was accepted.
    std::string refusal(const Service& service) {
        try {
            registry_.add(service);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    }

    Registry registry_;
};

using Policies = testing::Types<StaticVolatilePreviousKey, StaticPlainPreviousKey,
                                InstancePreviousKey, NoPreviousKey>;
TYPED_TEST_SUITE(ProviderRegistryTest, Policies);

TYPED_TEST(ProviderRegistryTest, FindsNothingInAnEmptyRegistry) {
    EXPECT_EQ(this->provider_of("Cipher", "AES"), "");
}

TYPED_TEST(ProviderRegistryTest, GivesTheServiceAsItWasRegistered) {
    this->registry_.add({"Portable", "MessageDigest", "SHA-256", {"SHA256", "2.16"}, 7});
    const Service* const service = this->registry_.get_service("MessageDigest", "SHA-256");
    ASSERT_NE(service, nullptr);
    EXPECT_EQ(service->provider, "Portable");
    EXPECT_EQ(service->type, "MessageDigest");
    EXPECT_EQ(service->algorithm, "SHA-256");
    EXPECT_EQ(service->aliases, (std::vector<std::string>{"SHA256", "2.16"}));
    EXPECT_EQ(service->priority, 7);
}

TYPED_TEST(ProviderRegistryTest, FindsAServiceByEachOfItsNamesInAnyCase) {
    this->registry_.add({"Portable", "MessageDigest", "SHA-256", {"SHA256", "2.16"}});
    const Service* const service = this->registry_.get_service("MessageDigest", "SHA-256");
    ASSERT_NE(service, nullptr);
    for (const char* name : {"sha-256", "Sha-256", "SHA256", "sha256", "2.16"})
        EXPECT_EQ(this->registry_.get_service("MessageDigest", name), service) << name;
}

TYPED_TEST(ProviderRegistryTest, FindsNothingUnderOtherNames) {
    this->registry_.add({"Portable", "MessageDigest", "SHA-256", {"SHA256"}});
    EXPECT_EQ(this->provider_of("MessageDigest", "SHA-2"), "");
    EXPECT_EQ(this->provider_of("MessageDigest", "SHA-256 "), "");
    EXPECT_EQ(this->provider_of("messagedigest", "SHA-256"), "");
    EXPECT_EQ(this->provider_of("Mac", "SHA-256"), "");
    EXPECT_EQ(this->provider_of("MessageDigest", ""), "");
    EXPECT_EQ(this->provider_of("", ""), "");
    EXPECT_EQ(this->provider_of("MessageDigest", "SHA-256"), "Portable");
}

TYPED_TEST(ProviderRegistryTest, PrefersTheHighestPriority) {
    this->registry_.add({"Middle", "Cipher", "AES", {}, 5});
    this->registry_.add({"Low", "Cipher", "AES", {}, -5});
    EXPECT_EQ(this->provider_of("Cipher", "AES"), "Middle");
    this->registry_.add({"High", "Cipher", "AES", {}, 6});
    EXPECT_EQ(this->provider_of("Cipher", "AES"), "High");
}

TYPED_TEST(ProviderRegistryTest, PrefersTheFirstOfEquals) {
    this->registry_.add({"First", "Cipher", "AES"});
    this->registry_.add({"Second", "Cipher", "AES"});
    EXPECT_EQ(this->provider_of("Cipher", "AES"), "First");
}

TYPED_TEST(ProviderRegistryTest, RanksEveryNameByItself) {
    this->registry_.add({"Native", "Cipher", "AES", {}, 1});
    this->registry_.add({"Portable", "Cipher", "aes", {"Rijndael"}});
    EXPECT_EQ(this->provider_of("Cipher", "AES"), "Native");
    EXPECT_EQ(this->provider_of("Cipher", "Rijndael"), "Portable");
    this->registry_.add({"Tuned", "Cipher", "AES/128", {"Rijndael"}, 2});
    EXPECT_EQ(this->provider_of("Cipher", "Rijndael"), "Tuned");
}

TYPED_TEST(ProviderRegistryTest, RefusesEmptyNames) {
    const std::string error = "a service has an empty name";
    EXPECT_EQ(this->refusal({"", "Cipher", "AES"}), error);
    EXPECT_EQ(this->refusal({"Portable", "", "AES"}), error);
    EXPECT_EQ(this->refusal({"Portable", "Cipher", ""}), error);
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "AES", {"Rijndael", ""}}), error);
}

TYPED_TEST(ProviderRegistryTest, RefusesANameThatItsProviderHasGivenBefore) {
    this->registry_.add({"Portable", "Cipher", "AES", {"Rijndael"}});
    const std::string error = "provider Portable has two services Cipher ";
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "aes", {}, 9}), error + "aes");
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "RIJNDAEL"}), error + "RIJNDAEL");
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "X", {"AES"}}), error + "AES");
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "X", {"Y", "y"}}), error + "y");
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "X", {"x"}}), error + "x");
    EXPECT_EQ(this->refusal({"Portable", "Mac", "AES"}), "");
    EXPECT_EQ(this->refusal({"Native", "Cipher", "AES"}), "");
}

TYPED_TEST(ProviderRegistryTest, IsNotChangedByWhatItRefuses) {
    this->registry_.add({"Portable", "Cipher", "AES"});
    EXPECT_NE(this->refusal({"Portable", "Cipher", "Serpent", {"AES"}, 9}), "");
    EXPECT_EQ(this->provider_of("Cipher", "Serpent"), "");
    EXPECT_EQ(this->registry_.get_service("Cipher", "AES")->priority, 0);
    EXPECT_EQ(this->refusal({"Portable", "Cipher", "Serpent"}), "");
}

TYPED_TEST(ProviderRegistryTest, KnowsNothingOfAnotherRegistrysServices) {
    typename TestFixture::Registry other;
    other.add({"Portable", "Cipher", "Camellia"});
    EXPECT_NE(other.get_service("Cipher", "Camellia"), nullptr);
    EXPECT_EQ(this->provider_of("Cipher", "Camellia"), "");
}

TYPED_TEST(ProviderRegistryTest, OutlivesOthersThatHadTheSameNames) {
    {
        typename TestFixture::Registry other;
        other.add({"Gone", "Cipher", "ARIA"});
        EXPECT_NE(other.get_service("Cipher", "ARIA"), nullptr);
    }
    EXPECT_EQ(this->provider_of("Cipher", "ARIA"), "");
    this->registry_.add({"Here", "Cipher", "ARIA"});
    EXPECT_EQ(this->provider_of("Cipher", "ARIA"), "Here");
}

// Look-ups in a shared registry while further registries are filled elsewhere.
TYPED_TEST(ProviderRegistryTest, ServesManyThreadsAtOnce) {
    constexpr std::array algorithms{"AES", "DES", "RC2", "RC4", "RC5"};
    for (const char* algorithm : algorithms)
        this->registry_.add({algorithm, "Cipher", algorithm});
    std::atomic<size_t> wrong = 0;
    std::vector<std::jthread> crew;
    for (size_t step = 1; step < algorithms.size(); ++step)
        crew.emplace_back([&, step] {
            for (size_t turn = 0; turn < 10'000; ++turn) {
                const char* algorithm = algorithms[turn * step % algorithms.size()];
                if (this->provider_of("Cipher", algorithm) != algorithm) ++wrong;
            }
        });
    for (size_t i = 0; i < 200; ++i) {
        typename TestFixture::Registry other;
        other.add({"Other", "Concurrent", std::to_string(i)});
        EXPECT_NE(other.get_service("Concurrent", std::to_string(i)), nullptr);
    }
    crew.clear();
    EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace cryptolib
