#include "analyzer/compare/lines.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

Profile run_with(std::initializer_list<std::pair<const char*, double>> lines) {
    Profile profile;
    profile.quality.probes = {{"samples", "on", ""}};
    for (const auto& [name, share] : lines) {
        CacheLine& line = profile.lines.emplace_back();
        line.name = name;
        line.share = share;
        line.samples = 10;
    }
    return profile;
}

TEST(CompareLines, ALineThatIsGoneHasVanished) {
    const auto deltas = compare_lines({run_with({{"key", 0.4}}), run_with({{"key", 0.5}})},
                                      {run_with({}), run_with({})});
    ASSERT_EQ(deltas.size(), 1U);
    EXPECT_EQ(deltas[0].name, "key");
    EXPECT_EQ(deltas[0].verdict, "vanished");
    ASSERT_TRUE(deltas[0].a);
    EXPECT_DOUBLE_EQ(deltas[0].a->share, 0.45);
    EXPECT_EQ(deltas[0].a->runs, 2U);
    EXPECT_FALSE(deltas[0].b);
    EXPECT_DOUBLE_EQ(deltas[0].delta, -0.45);
}

TEST(CompareLines, MatchesByNameAndRanksByShare) {
    const auto deltas = compare_lines({run_with({{"small", 0.02}, {"big", 0.3}})},
                                      {run_with({{"big", 0.31}, {"new", 0.6}})});
    ASSERT_EQ(deltas.size(), 3U);
    EXPECT_EQ(deltas[0].name, "new");
    EXPECT_EQ(deltas[0].verdict, "appeared");
    EXPECT_EQ(deltas[1].name, "big");
    EXPECT_EQ(deltas[1].verdict, "same");
}

TEST(CompareLines, ARunWithoutTheLineCountsAsNone) {
    const auto deltas =
        compare_lines({run_with({{"key", 0.6}}), run_with({}), run_with({})}, {run_with({})});
    ASSERT_EQ(deltas.size(), 1U);
    EXPECT_DOUBLE_EQ(deltas[0].a->share, 0);
    EXPECT_EQ(deltas[0].verdict, "same") << "one run of three proves nothing";
}

TEST(CompareLines, WithoutSamplesNothingIsClaimed) {
    Profile blind;
    EXPECT_TRUE(compare_lines({run_with({{"key", 0.4}})}, {blind}).empty());
}

TEST(CompareLines, ARunThatDerivedNoLinesHasNotLostThem) {
    Profile off = run_with({});
    off.quality.probes.push_back({"cache lines", "off", "only 0.62"});
    EXPECT_TRUE(compare_lines({run_with({{"key", 0.4}})}, {off}).empty());
}

}  // namespace
}  // namespace hotlock
