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
    EXPECT_TRUE(says(advice, "bytes more")) << advice;
}

TEST(BouncingLine, LocksThatOnlyShareALineArePadded) {
    CacheLine line = line_of(Sharing::false_sharing, 0.5);
    line.holds_lock = "pool.hits";
    EXPECT_TRUE(says(line_advice(line), "alignas(64)")) << line_advice(line);
    line.sharing = Sharing::true_sharing;
    EXPECT_TRUE(says(line_advice(line), "holds a lock")) << line_advice(line);
}

LayoutStep member(const std::string& name, uint64_t offset) {
    LayoutStep step{.owner = "shop::Stats", .owner_size = 48, .part = name, .offset = offset};
    step.size = 8;
    step.members = {{0, 8, 8}, {8, 8, 8}, {16, 32, 8}};
    return step;
}

LayoutStep element(uint64_t number, uint64_t size) {
    LayoutStep step{.kind = LayoutStep::Kind::element, .owner = "shop::Cell", .owner_size = size};
    step.part = "[" + std::to_string(number) + "]";
    step.offset = number * size;
    step.size = size;
    return step;
}

std::string advice_for(const Layout& first, const Layout& second) {
    CacheLine line = line_of(Sharing::false_sharing, 0.5);
    line.fields[0].layout = first;
    line.fields[1].layout = second;
    return line_advice(line);
}

// 0..7, then 64..71 and what follows it: 104, rounded up.
TEST(BouncingLine, MembersOfOneObject) {
    const std::string advice = advice_for({member("hits", 0)}, {member("misses", 8)});
    EXPECT_TRUE(says(advice, "alignas(64) on shop::Stats::misses")) << advice;
    EXPECT_TRUE(says(advice, "sizeof(Stats) grows from 48 to 128 bytes, 80 more")) << advice;
}

TEST(BouncingLine, ElementsOfAnArray) {
    const std::string advice =
        advice_for({element(0, 24), member("hits", 0)}, {element(1, 24), member("hits", 0)});
    EXPECT_TRUE(says(advice, "alignas(64) on shop::Cell")) << advice;
    EXPECT_TRUE(says(advice, "grows from 24 to 64 bytes, 40 more per element")) << advice;
}

TEST(BouncingLine, ElementsThatOnlyBeginInTheWrongPlace) {
    const std::string advice = advice_for({element(0, 64)}, {element(1, 64)});
    EXPECT_TRUE(says(advice, "begin at lines")) << advice;
    EXPECT_TRUE(says(advice, "64 bytes and stay so")) << advice;
}

TEST(BouncingLine, NeighbouringObjectsOfOneType) {
    LayoutStep next = member("hits", 0);
    next.owner_start = 48;
    const std::string advice = advice_for({member("hits", 0)}, {next});
    EXPECT_TRUE(says(advice, "grows from 48 to 64 bytes, 16 more per object")) << advice;
}

TEST(BouncingLine, OfUnknownLayoutOnlyAnUpperBoundIsKnown) {
    const std::string advice = advice_for({}, {member("hits", 0)});
    EXPECT_TRUE(says(advice, "up to 112 bytes more")) << advice;
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
