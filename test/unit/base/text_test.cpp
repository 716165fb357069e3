// Numbers and names as people see them.
#include "common/base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hotlock {
namespace {

using namespace std::chrono_literals;

TEST(HumanTime, ThreeSignificantDigitsWithoutTrailingZeros) {
    EXPECT_EQ(human_time(0ns), "0 ns");
    EXPECT_EQ(human_time(812ns), "812 ns");
    EXPECT_EQ(human_time(1234ns), "1.23 µs");
    EXPECT_EQ(human_time(1900us), "1.9 ms");
    EXPECT_EQ(human_time(48'900ms), "48.9 s");
    EXPECT_EQ(human_time(12min), "12 min");
    EXPECT_EQ(human_time(90min), "1.5 h");
}

TEST(HumanTime, RoundsUpIntoTheNextUnit) {
    EXPECT_EQ(human_time(999ns), "999 ns");
    EXPECT_EQ(human_time(999'400ns), "999 µs");
    EXPECT_EQ(human_time(999'600ns), "1 ms");
    EXPECT_EQ(human_time(59'990ms), "1 min");
    EXPECT_EQ(human_time(9'996us), "10 ms");
    EXPECT_EQ(human_time(99'960us), "100 ms");
}

TEST(HumanTime, KeepsTheSign) {
    EXPECT_EQ(human_time(-1900us), "-1.9 ms");
    EXPECT_EQ(human_time(nanoseconds::min()), "-2562048 h");
}

TEST(HumanCount, ExactBelowTenThousand) {
    EXPECT_EQ(human_count(0), "0");
    EXPECT_EQ(human_count(7), "7");
    EXPECT_EQ(human_count(1234), "1234");
    EXPECT_EQ(human_count(9999), "9999");
}

TEST(HumanCount, ThreeDigitsFromTenThousandOn) {
    EXPECT_EQ(human_count(10'000), "10 k");
    EXPECT_EQ(human_count(412'345), "412 k");
    EXPECT_EQ(human_count(999'700), "1 M");
    EXPECT_EQ(human_count(1.3e6), "1.3 M");
    EXPECT_EQ(human_count(2.56e9), "2.56 G");
}

TEST(HumanCount, FractionsAreNotZero) {
    EXPECT_EQ(human_count(2.5), "2.5");
    EXPECT_EQ(human_count(0.00412), "0.00412");
    EXPECT_EQ(human_count(-12.34), "-12.3");
    EXPECT_EQ(human_count(std::nan("")), "?");
}

TEST(HumanSize, PowersOf1024) {
    EXPECT_EQ(human_size(0), "0 B");
    EXPECT_EQ(human_size(1023), "1023 B");
    EXPECT_EQ(human_size(1024), "1 KiB");
    EXPECT_EQ(human_size(uint64_t{64} << 20), "64 MiB");
    EXPECT_EQ(human_size(1'610'612'736), "1.5 GiB");
    EXPECT_EQ(human_size(uint64_t{1} << 50), "1048576 GiB");
}

TEST(HumanShare, OneDecimal) {
    EXPECT_EQ(human_share(0.612), "61.2 %");
    EXPECT_EQ(human_share(0), "0.0 %");
    EXPECT_EQ(human_share(0.99949), "99.9 %");
    EXPECT_EQ(human_share(0.9996), "100 %");
    EXPECT_EQ(human_share(1.0), "100 %");
    EXPECT_EQ(human_share(-0.125), "-12.5 %");
}

TEST(HumanShare, LittleIsNotNothing) {
    EXPECT_EQ(human_share(0.0001), "<0.1 %");
    EXPECT_EQ(human_share(std::numeric_limits<double>::infinity()), "?");
}

TEST(TerminalSafe, LeavesOrdinaryTextAlone) {
    const std::string text = "std::map<int, é漢字🔒>::find\\x";
    EXPECT_EQ(terminal_safe(text), text);
}

TEST(TerminalSafe, ShowsEscapesAndControls) {
    EXPECT_EQ(terminal_safe("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
    EXPECT_EQ(terminal_safe("a\tb\nc\rd\x7f"), "a\\x09b\\x0ac\\x0dd\\x7f");
    EXPECT_EQ(terminal_safe(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(TerminalSafe, ShowsC1Controls) {
    EXPECT_EQ(terminal_safe("\u009b31m"), "\\u009b31m");  // CSI in one character
    EXPECT_EQ(terminal_safe("\u00a0"), "\u00a0");         // the first one that is no control
}

TEST(TerminalSafe, ShowsWhatReordersOrBreaksLines) {
    EXPECT_EQ(terminal_safe("a\u202eb\u2066c\u200fd"), "a\\u202eb\\u2066c\\u200fd");
    EXPECT_EQ(terminal_safe("a\u2028b"), "a\\u2028b");
}

TEST(TerminalSafe, ShowsInvalidUtf8ByteByByte) {
    EXPECT_EQ(terminal_safe("\xff"
                            "a"),
              "\\xffa");
    EXPECT_EQ(terminal_safe("\x9b"), "\\x9b");                             // lone continuation
    EXPECT_EQ(terminal_safe("\xc0\x9b"), "\\xc0\\x9b");                    // overlong ESC
    EXPECT_EQ(terminal_safe("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");           // overlong, three bytes
    EXPECT_EQ(terminal_safe("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
    EXPECT_EQ(terminal_safe("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
}

TEST(TerminalSafe, ShowsTruncatedUtf8AtTheEnd) {
    EXPECT_EQ(terminal_safe("ab\xe2\x80"), "ab\\xe2\\x80");
    EXPECT_EQ(terminal_safe("\xf0\x9f\x94"), "\\xf0\\x9f\\x94");
    EXPECT_EQ(terminal_safe("\xe2\x80z"), "\\xe2\\x80z");  // cut by an ordinary character
}

TEST(ShortenMiddle, CutsTheMiddleToTheWidth) {
    EXPECT_EQ(shorten_middle("abcxyz", 6), "abcxyz");
    EXPECT_EQ(shorten_middle("abcdefgxyz", 7), "abc…xyz");
    EXPECT_EQ(shorten_middle("abcdefgxyz", 6), "abc…yz");
    EXPECT_EQ(shorten_middle("abcdef", 1), "…");
    EXPECT_EQ(shorten_middle("abcdef", 0), "");
}

TEST(ShortenMiddle, CountsCodePointsAndNeverCutsOne) {
    EXPECT_EQ(shorten_middle("äöüßé", 5), "äöüßé");
    EXPECT_EQ(shorten_middle("äöüßéñ", 3), "ä…ñ");
}

TEST(ShellQuote, QuotesOnlyWhatAShellWouldChange) {
    EXPECT_EQ(shell_quote({"./server", "--threads=8", "a,b"}), "./server --threads=8 a,b");
    EXPECT_EQ(shell_quote({"echo", "", "a b", "$HOME", "~"}), "echo '' 'a b' '$HOME' '~'");
    EXPECT_EQ(shell_quote({"echo", "it's"}), "echo 'it'\\''s'");
    EXPECT_EQ(shell_quote({"A=1"}), "'A=1'");
    EXPECT_EQ(shell_quote({}), "");
}

}  // namespace
}  // namespace hotlock
