// Names of sides, and which probes see lock waits.
#include "common/model/sides.h"

#include <gtest/gtest.h>

#include "common/model/coverage.h"

namespace hotlock {
namespace {

std::vector<Profile> labelled(const std::vector<std::string>& labels) {
    std::vector<Profile> side;
    for (const std::string& label : labels) {
        side.emplace_back();
        side.back().run.label = label;
    }
    return side;
}

std::string names(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    Comparison comparison;
    comparison.a = labelled(a);
    comparison.b = labelled(b);
    const SideNames sides = side_names(comparison);
    return sides.a + " / " + sides.b;
}

TEST(SideNames, AreTheLabelsWhenTheyTellTheSidesApart) {
    EXPECT_EQ(names({"base", "base"}, {"patched"}), "base / patched");
    EXPECT_EQ(names({"base", "other"}, {"patched"}), "A / B");
    EXPECT_EQ(names({"same"}, {"same"}), "A / B");
    EXPECT_EQ(names({""}, {"patched"}), "A / B");
}

TEST(MissingLockProbe, IsNamedOnlyWhenNoProbeSawLockWaits) {
    Quality quality;
    EXPECT_EQ(missing_lock_probe(quality), nullptr);
    quality.probes = {{"samples", "off", ""}, {"sleeps", "unavailable", "needs CAP_BPF"}};
    ASSERT_NE(missing_lock_probe(quality), nullptr);
    EXPECT_EQ(missing_lock_probe(quality)->reason, "needs CAP_BPF");
    quality.probes.push_back({"preload", "on", ""});
    EXPECT_EQ(missing_lock_probe(quality), nullptr);
}

}  // namespace
}  // namespace hotlock
