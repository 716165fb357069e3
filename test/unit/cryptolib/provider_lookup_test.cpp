// Workload provider-lookup: all its variants run, and only those with a static key touch it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cryptolib/bench/example_services.h"
#include "cryptolib/bench/runner.h"
#include "cryptolib/bench/workloads.h"
#include "cryptolib/include/cryptolib/provider/no_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_plain_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_volatile_previous_key.h"
#include "cryptolib/include/cryptolib/provider_registry.h"

namespace cryptobench {
namespace {

using cryptolib::ServiceKey;
using cryptolib::StaticPlainPreviousKey;
using cryptolib::StaticVolatilePreviousKey;

class ProviderLookupTest : public testing::TestWithParam<std::string> {
  protected:
    static Worker::Body body() { return provider_lookup.find_variant(GetParam())->body; }
};

INSTANTIATE_TEST_SUITE_P(Variants, ProviderLookupTest,
                         testing::Values("static-volatile", "static-plain", "instance", "removed"),
                         [](const auto& variant) {
                             std::string name = variant.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST_P(ProviderLookupTest, RunsExactlyTheOperationsAskedFor) {
    EXPECT_EQ(run({.threads = 3, .operations = 10'000}, body()).operations, 10'000U);
}

TEST_P(ProviderLookupTest, RunsForATime) {
    EXPECT_GT(run({.threads = 2, .duration = std::chrono::milliseconds(20)}, body()).operations,
              0U);
}

TEST_P(ProviderLookupTest, WritesTheKeyOfItsOwnVariantOnly) {
    const ServiceKey& stranger = ServiceKey::intern("ProviderLookupTest", "stranger");
    StaticVolatilePreviousKey::set(stranger);
    StaticPlainPreviousKey::set(stranger);
    run({.threads = 1, .operations = 10}, body());
    EXPECT_EQ(StaticVolatilePreviousKey::get() != &stranger, GetParam() == "static-volatile");
    EXPECT_EQ(StaticPlainPreviousKey::get() != &stranger, GetParam() == "static-plain");
}

TEST(ProviderLookup, HasTwoSidesAndTwoVariantsInBetween) {
    EXPECT_EQ(provider_lookup.find_variant("before")->name, "static-volatile");
    EXPECT_EQ(provider_lookup.find_variant("patched")->name, "removed");
    EXPECT_EQ(provider_lookup.find_variant("static-plain")->title(), "static-plain");
    EXPECT_EQ(provider_lookup.find_variant("instance")->title(), "instance");
    EXPECT_EQ(provider_lookup.find_variant(""), nullptr);
}

TEST(ExampleServices, AreAcceptedAndServedByTheNativeProvider) {
    cryptolib::ProviderRegistry<cryptolib::NoPreviousKey> registry;
    const std::vector<cryptolib::Service> services = example_services();
    for (const cryptolib::Service& service : services)
        registry.add(service);
    for (const cryptolib::Service& service : services)
        EXPECT_EQ(registry.get_service(service.type, service.algorithm)->provider, "Native");
}

}  // namespace
}  // namespace cryptobench
