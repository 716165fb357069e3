#include "analyzer/rules/bouncing_line.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

CacheLine line_of(Sharing sharing, double share) {
    CacheLine line;
    line.name = "pool.hits";
    line.sharing = sharing;
    line.share = share;
    line.samples = 30;
    line.fields = {{0, 8, "pool.hits", {0, 0, 0, 20}, 2, 2, {}},
                   {8, 8, "pool.misses", {0, 0, 0, 10}, 2, 2, {}}};
    return line;
}

Profile profile_of(CacheLine line) {
    Profile profile;
    profile.lines.push_back(std::move(line));
    return profile;
}

bool says(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

TEST(BouncingLine, OnlyLinesThatMatterAreFindings) {
    EXPECT_TRUE(line_findings(profile_of(line_of(Sharing::true_sharing, 0.04))).empty());
    EXPECT_EQ(line_findings(profile_of(line_of(Sharing::true_sharing, 0.06))).size(), 1U);
}

TEST(BouncingLine, TellsNameShareAndFields) {
    const Finding finding = line_findings(profile_of(line_of(Sharing::false_sharing, 0.5))).at(0);
    EXPECT_EQ(finding.rule, "bouncing-line");
    EXPECT_EQ(finding.severity, "high");
    EXPECT_TRUE(says(finding.title, "pool.hits")) << finding.title;
    EXPECT_TRUE(says(finding.title, "50")) << finding.title;
    EXPECT_TRUE(says(finding.detail, "False sharing")) << finding.detail;
    EXPECT_TRUE(says(finding.detail, "pool.misses: 10 samples")) << finding.detail;
}

TEST(BouncingLine, FalseSharingIsPaddedAndTheCostIsTold) {
    const std::string advice = line_advice(line_of(Sharing::false_sharing, 0.5));
    EXPECT_TRUE(says(advice, "alignas(64)")) << advice;
    EXPECT_TRUE(says(advice, "64 bytes more")) << advice;
}

TEST(BouncingLine, PaddingIsNotAdvisedForOneVariable) {
    const std::string advice = line_advice(line_of(Sharing::true_sharing, 0.5));
    EXPECT_TRUE(says(advice, "padding does not help")) << advice;
}

TEST(BouncingLine, ReadersOfAWrittenVariable) {
    CacheLine line = line_of(Sharing::true_sharing, 0.5);
    line.fields[0].counts = {100, 3, 0, 0};
    EXPECT_TRUE(says(line_advice(line), "write it less often"));
}

TEST(BouncingLine, LockWordsAreAboutTheLock) {
    CacheLine line = line_of(Sharing::true_sharing, 0.5);
    line.holds_lock = "Pool::lock";
    EXPECT_TRUE(says(line_advice(line), "Pool::lock"));
}

}  // namespace
}  // namespace hotlock
