// The text form of records.
#include "common/recording/describe.h"

#include <gtest/gtest.h>

#include "common/base/error.h"
#include "test/unit/recording/samples.h"

namespace hotlock::recording {
namespace {

std::string described(std::string_view text) {
    std::string lines = "\n";
    for (const Record& record : parse_lines(text))
        lines += describe(record) + "\n";
    return lines;
}

TEST(Describe, ParsesWhatItWrites) {
    EXPECT_EQ(described(every_record), every_record);
    EXPECT_EQ(parse_lines(described(extreme_records)), parse_lines(extreme_records));
}

TEST(Describe, ParsesIntoTheFieldsThatItNames) {
    const Record record =
        parse_line("sleep tid=11 pid=10 slept=1000 ran=2500 waker=10/12 another_call");
    const Sleep expected{.pid = 10,
                         .tid = 11,
                         .slept_at = 1000,
                         .ran_at = 2500,
                         .waker_pid = 10,
                         .waker_tid = 12,
                         .another_call = true};
    EXPECT_EQ(record, Record(expected));
}

TEST(Describe, NumbersMayBeDecimalOrHexadecimal) {
    EXPECT_EQ(parse_line("exit pid=0x10 tid=16"), Record(ThreadExit{0, 16, 16}));
    EXPECT_EQ(parse_line("map start=4096"), parse_line("map start=0x1000"));
}

TEST(Describe, AbsentIsNotZero) {
    EXPECT_FALSE(std::get<End>(parse_line("end")).exit_code);
    EXPECT_EQ(std::get<End>(parse_line("end exit=0")).exit_code, 0);
    EXPECT_EQ(describe(End{.exit_code = 0}), "end exit=0");
}

TEST(Describe, TextIsSafeForATerminalAndASingleWord) {
    const ThreadName name{.name = std::string("a b\x1b[m\\\xff\0", 9)};
    EXPECT_EQ(describe(name), "name name=a\\x20b\\x1b[m\\x5c\\xff\\x00");
    EXPECT_EQ(parse_line(describe(name)), Record(name));
}

TEST(Describe, SkipsCommentsAndBlankLines) {
    const auto records = parse_lines("\n  # a comment\n\n   lost count=1\r\n\tlost count=2");
    EXPECT_EQ(records, (std::vector<Record>{Lost{"", "", 1}, Lost{"", "", 2}}));
}

class RefusedLine : public testing::TestWithParam<const char*> {};

TEST_P(RefusedLine, IsAnError) {
    EXPECT_THROW(parse_line(GetParam()), Error);
}

INSTANTIATE_TEST_SUITE_P(Describe, RefusedLine,
                         testing::Values("", "nap pid=1", "exit pid=1 colour=2", "exit pid=1 pid=1",
                                         "exit pid=", "exit pid=1x", "exit pid=-1",
                                         "exit pid=4294967296", "exit pid", "exit =", "name exec=1",
                                         "name name=a\\n", "name name=\\x1", "map build_id=abc",
                                         "sleep waker=1", "stack frames=0x1,,0x2",
                                         "stack frames=0x", "slice words=3",
                                         "slice words=3:0x1,3:0x2", "slice words=3:0x1,2:0x2",
                                         "metric value=1,5", "end exit=2147483648"));

}  // namespace
}  // namespace hotlock::recording
