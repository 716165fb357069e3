// Layout of text: widths, shortening, and nothing raw from outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "reports/line_text.h"
#include "reports/report.h"
#include "reports/text/columns.h"
#include "reports/text/page.h"
#include "reports/text/table.h"
#include "test/support/build_profile.h"

namespace hotlock::reports {
namespace {

using Lines = std::vector<std::string>;

TEST(Columns, CountCodePoints) {
    EXPECT_EQ(columns("Größe"), 5u);
    EXPECT_EQ(pad_left("µs", 4), "  µs");
    EXPECT_EQ(pad_right("µs", 4), "µs  ");
    EXPECT_EQ(pad_right("long", 2), "long");
}

TEST(Columns, ShortenWithoutBreakingCharacters) {
    EXPECT_EQ(shorten_end("Größe", 4), "Grö…");
    EXPECT_EQ(shorten_end("Größe", 5), "Größe");
    EXPECT_EQ(shorten_end("Größe", 0), "");
    EXPECT_EQ(shorten_name("crypto::Pool::lock", 10), "cry…::lock");
    EXPECT_EQ(shorten_name("ééééé", 3), "…éé");
    EXPECT_EQ(shorten_name("abc", 0), "");
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
    EXPECT_EQ(wrap("one two three", 9, "", "  "), (Lines{"one two", "  three"}));
    EXPECT_EQ(wrap("", 9, "", "  "), (Lines{""}));
}

TEST(Wrap, KeepsNumbersWithTheirSigns) {
    EXPECT_EQ(wrap("takes 61.2 % here", 10, "", ""), (Lines{"takes", "61.2 %", "here"}));
    EXPECT_EQ(wrap("so p = 0.01 it", 8, "", ""), (Lines{"so", "p = 0.01", "it"}));
}

TEST(Wrap, ShortensWordsThatFitInNoLine) {
    const Lines lines = wrap(std::string(4096, 'x'), 40, "", "");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(columns(lines[0]), 40u);
}

Table example_table() {
    Table table({{"LOCK", false, Column::Cut::name},
                 {"wait", true},
                 {"p50", true, Column::Cut::never, 1},
                 {"p99", true, Column::Cut::never, 2}});
    table.add({"a", "1 s", "2 ms", "30 ms"});
    table.add({"a::quite::long::name::of::a::lock", "10 s", "2 ms", "3 ms"});
    return table;
}

TEST(TextTable, AlignsColumns) {
    EXPECT_EQ(example_table().lines(80), (Lines{
                                             "LOCK                               wait   p50    p99",
                                             "a                                   1 s  2 ms  30 ms",
                                             "a::quite::long::name::of::a::lock  10 s  2 ms   3 ms",
                                         }));
}

TEST(TextTable, ShortensNamesThenDropsColumnsThenShortensMore) {
    EXPECT_EQ(example_table().lines(50)[2], "a::quite::…g::name::of::a::lock  10 s  2 ms   3 ms");
    EXPECT_EQ(example_table().lines(38)[2], "a::quite…name::of::a::lock  10 s  2 ms");
    EXPECT_EQ(example_table().lines(30)[2], "a::quit…ame::of::a::lock  10 s");
    EXPECT_EQ(example_table().lines(20)[2], "a::q…::a::lock  10 s");
}

TEST(TextTable, ShortensExpendableColumnsBeforeThoseThatStay) {
    Table table({{"LOCK", false, Column::Cut::name}, {"mostly in", false, Column::Cut::name, 1}});
    table.add({"a::quite::long::name::of::a::lock", "another::quite::long::name::of::a::place"});
    EXPECT_EQ(table.lines(65)[1],
              "a::quite::long::name::of::a::lock  another::…::name::of::a::place");
    EXPECT_EQ(table.lines(50)[1], "a::quit…ame::of::a::lock  another…me::of::a::place");
}

TEST(TextTable, LeavesOutColumnsWithoutContent) {
    Table table({{"", false}, {"", false}, {"", false}});
    table.add({"a", "", "b"});
    EXPECT_EQ(table.lines(80), (Lines{"a  b"}));
}

TEST(TextTable, MakesCellsAndTitlesSafe) {
    Table table({{"\x1b[1m", false}});
    table.add({"a\nb"});
    EXPECT_EQ(table.lines(80), (Lines{"\\x1b[1m", "a\\x0ab"}));
}

TEST(TextPage, ColoursOnlyWhenAsked) {
    TextOptions options;
    TextPage plain(options);
    plain.title("t");
    EXPECT_EQ(plain.text(), "t\n");
    options.colour = true;
    TextPage coloured(options);
    coloured.title("t");
    coloured.warning("w");
    EXPECT_EQ(coloured.text(), "\x1b[1mt\x1b[0m\n\x1b[33m! w\x1b[0m\n");
}

TEST(TextPage, NeverLetsEscapeSequencesThrough) {
    TextPage page(TextOptions{});
    const std::string bad = "\x1b]0;title\x07 \u202e \xff";
    page.title(bad);
    page.paragraph(bad);
    page.plain(bad);
    page.warning(bad);
    page.heading(bad);
    for (const char c : page.text())
        EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
    EXPECT_EQ(page.text().find("\u202e"), std::string::npos);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

TEST(RunText, FitsTheWidthWhateverTheNames) {
    Profile profile = test::make_profile();
    for (const std::string& bad :
         {std::string(4096, 'x'), std::string("a\x1b[2Jb\n\u2028"), std::string("\xff\xfe")}) {
        Lock& lock = test::add_lock(profile, bad, 0.2);
        test::add_site(profile, lock, {"pthread_mutex_lock", bad, bad});
        test::add_holder(profile, lock, bad, {bad});
        ThreadSummary thread;
        thread.name = bad;
        profile.threads.push_back(thread);
        profile.metrics.push_back({bad, 1, bad, bad});
        profile.quality.warnings.push_back(bad);
    }
    for (const size_t width : {60, 80, 100, 200}) {
        TextOptions options;
        options.width = width;
        for (const std::string& line : lines_of(run_text(profile, options)))
            EXPECT_LE(columns(line), width) << line;
    }
}

TEST(RunText, TheFirstSentenceIsTheVerdict) {
    Profile profile = test::make_profile();
    test::add_lock(profile, "Pool::lock", 0.612);
    EXPECT_TRUE(run_text(profile, {})
                    .starts_with("One lock limits this program: threads spend 61.2 % "
                                 "of their time waiting for Pool::lock"));
}

TEST(RunText, LossesStandAboveTheTable) {
    Profile profile = test::make_profile();
    test::add_lock(profile, "Pool::lock", 0.612);
    profile.quality.lost_events = 5;
    profile.quality.complete = false;
    const std::string text = run_text(profile, {});
    const size_t table = text.find("\nLOCK");
    EXPECT_LT(text.find("! The recording broke off"), table);
    EXPECT_LT(text.find("! 5 events were lost"), table);
}

TEST(RunText, RowsBeyondTheTopAreCounted) {
    Profile profile = test::make_profile();
    for (int i = 0; i < 12; ++i)
        test::add_lock(profile, "lock", 0.01);
    TextOptions options;
    options.top = 2;
    EXPECT_NE(run_text(profile, options).find("and 10 more, 10.0 % together"), std::string::npos);
}

TEST(Picture, HasALetterForEachByteThatIsAccessed) {
    CacheLine line;
    line.fields = {{.offset = 0, .size = 8, .counts = {1}},
                   {.offset = 4, .size = 4, .counts = {2}},
                   {.offset = 60, .size = 8, .counts = {1}}};
    std::string text;
    for (const auto& field : line_picture(line))
        text += field ? field_letter(*field) : '.';
    EXPECT_EQ(text, "AAAABBBB" + std::string(52, '.') + "CCCC");
    EXPECT_EQ(field_letter(30), '#');
}

}  // namespace
}  // namespace hotlock::reports
