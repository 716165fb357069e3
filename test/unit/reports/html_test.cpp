// Escaping, and pages that must not run or load anything.
#include "reports/html/html.h"

#include <gtest/gtest.h>

#include "reports/html/page.h"
#include "reports/html/sha256.h"
#include "reports/report.h"
#include "test/support/build_profile.h"

namespace hotlock::reports {
namespace {

// Names that would matter in any context of a page.
const std::vector<std::string> hostile_names{
    "</script><script>alert(1)</script>",
    "\" onmouseover=\"alert(1)",
    "' onload='alert(1)",
    "</style><style>*{display:none}",
    "<!-- ",
    "]]><b>",
    "&lt;",
    "\x1b[2J\x07",
    "a\nb\rc",
    "\u2028\u202e",
    "\xff\xfe",
    std::string("nul\0nul", 7),
    std::string(4096, 'n'),
};

// The values of all attributes and the text, with every tag that a report may have taken away.
std::string without_tags(const std::string& html) {
    std::string text;
    bool in_tag = false;
    for (const char c : html) {
        if (c == '<') in_tag = true;
        if (!in_tag) text += c;
        if (c == '>') in_tag = false;
    }
    return text;
}

size_t count_of(const std::string& text, const std::string& what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

TEST(Html, EscapesEverythingThatMarkupIsMadeOf) {
    EXPECT_EQ(Html::text("<a href=\"x\">'&'</a>").str(),
              "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
}

TEST(Html, MakesControlCharactersAndBrokenTextVisible) {
    EXPECT_EQ(Html::text("\x1b[31m\n\xff\u202e").str(), "\\x1b[31m\\x0a\\xff\\u202e");
    EXPECT_EQ(Html::text("Größe → ok").str(), "Größe → ok");
}

TEST(Html, ElementsEscapeAttributesAndText) {
    EXPECT_EQ(element("p", {{"title", "\"><b>"}}, Html::text("<i>")).str(),
              "<p title=\"&quot;&gt;&lt;b&gt;\">&lt;i&gt;</p>\n");
    EXPECT_EQ(element("p", "note", "a<b").str(), "<p class=\"note\">a&lt;b</p>\n");
    EXPECT_EQ(void_element("meta", {{"name", "x"}}).str(), "<meta name=\"x\">\n");
}

TEST(Html, AnEmptyClassIsLeftOut) {
    EXPECT_EQ(element("p", "", "x").str(), "<p>x</p>\n");
}

TEST(Html, ProseMayBreakBehindScopes) {
    EXPECT_EQ(prose("a::b<c>::").str(), "a::<wbr>b&lt;c&gt;::");
}

TEST(Html, LongNamesAreCutAndKeptAsTooltip) {
    EXPECT_EQ(name("abcdefgh", 5).str(), "<span class=\"name\" title=\"abcdefgh\">ab…gh</span>\n");
    EXPECT_EQ(name("abcde", 5).str(), "<span class=\"name\">abcde</span>\n");
}

// FIPS 180-2, appendix B.
TEST(Sha256, GivesThePublishedDigests) {
    EXPECT_EQ(base64(sha256("")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    EXPECT_EQ(base64(sha256("abc")), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    EXPECT_EQ(base64(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
}

TEST(Page, ThePolicyAllowsTheStyleSheetAndNothingElse) {
    const std::string html = page("title", Html());
    const size_t start = html.find("<style>") + 7;
    const std::string style = html.substr(start, html.find("</style>") - start);
    EXPECT_EQ(count_of(html, "default-src &#39;none&#39;; style-src &#39;sha256-" +
                                 base64(sha256(style)) + "&#39;; base-uri &#39;none&#39;"),
              1u);
    EXPECT_EQ(count_of(html, "<style"), 1u);
}

Profile hostile_profile(const std::string& bad) {
    Profile profile = test::make_profile();
    profile.run.label = bad;
    profile.run.command = {bad};
    profile.run.host = profile.run.kernel = profile.run.cpu_model = profile.run.git = bad;
    profile.quality.probes.push_back({bad, bad, bad});
    profile.quality.warnings = {bad};
    profile.metrics = {{bad, 1, bad, bad}};
    Lock& lock = test::add_lock(profile, bad, 0.5);
    lock.module = lock.symbol = bad;
    test::add_site(profile, lock, {bad, bad});
    test::add_holder(profile, lock, bad, {bad});
    ThreadSummary thread;
    thread.name = bad;
    profile.threads.push_back(thread);
    WorkWait wait;
    wait.kind = bad;
    wait.stack = test::make_stack(profile, {bad});
    profile.work_waits.push_back(wait);
    profile.findings.push_back({bad, bad, bad, bad, bad});
    return profile;
}

// Whatever the names are, the page has the same tags: none was added and none broken.
void expect_same_tags(const std::string& harmless, const std::string& hostile) {
    for (const char* tag : {"<script", "</script", "<style", "</style", "<img", "<b>", "<!--"}) {
        EXPECT_EQ(count_of(hostile, tag), count_of(harmless, tag)) << tag;
    }
    EXPECT_EQ(count_of(hostile, "<div"), count_of(harmless, "<div"));
    for (const char c : without_tags(hostile)) {
        const bool visible = static_cast<unsigned char>(c) >= 0x20 || c == '\n';
        ASSERT_TRUE(visible) << "control character " << static_cast<int>(c);
    }
}

TEST(Page, OfARunKeepsItsTagsWhateverTheNames) {
    const std::string harmless = run_html(hostile_profile("name"));
    EXPECT_EQ(count_of(harmless, "<script"), 0u);
    for (const std::string& bad : hostile_names) {
        SCOPED_TRACE(bad.substr(0, 40));
        expect_same_tags(harmless, run_html(hostile_profile(bad)));
    }
}

Comparison hostile_comparison(const std::string& bad) {
    Comparison comparison;
    comparison.a = {hostile_profile(bad)};
    comparison.b = {hostile_profile(bad)};
    MetricDelta metric;
    metric.name = metric.unit = metric.better = metric.reason = bad;
    metric.a_values = metric.b_values = {1};
    comparison.metrics = {metric};
    LockDelta lock;
    lock.name = lock.verdict = bad;
    lock.a.emplace().name = bad;
    comparison.locks = {lock};
    comparison.warnings = {bad};
    comparison.reason = bad;
    comparison.findings.push_back({bad, bad, bad, bad, bad});
    return comparison;
}

TEST(Page, OfAComparisonKeepsItsTagsWhateverTheNames) {
    const std::string harmless = comparison_html(hostile_comparison("name"));
    for (const std::string& bad : hostile_names) {
        SCOPED_TRACE(bad.substr(0, 40));
        expect_same_tags(harmless, comparison_html(hostile_comparison(bad)));
    }
}

TEST(Page, ThousandsOfLocksStayReadable) {
    Profile profile = test::make_profile();
    for (int i = 0; i < 5000; ++i)
        test::add_lock(profile, "lock " + std::to_string(i), 0.0001);
    const std::string html = run_html(profile);
    EXPECT_EQ(count_of(html, "<details"), 50u);
    EXPECT_NE(html.find("4950 smaller locks are in the JSON report."), std::string::npos);
}

}  // namespace
}  // namespace hotlock::reports
