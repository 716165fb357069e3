#include "cli/options.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace hotlock::cli {
namespace {

using Value = OptionSpec::Value;
using Words = std::vector<std::string>;

CommandSpec spec(bool runs_program) {
    return {"try",
            "[options]",
            "tries",
            "  hotlock try\n",
            {{"label", 'l', Value::required, "NAME", "a name"},
             {"json", 0, Value::optional, "FILE", "json"},
             {"metric", 'm', Value::repeated, "X", "many"},
             {"clear", 0, Value::none, "", "flag"}},
            runs_program};
}

TEST(Options, LongShortAndAttachedForms) {
    EXPECT_EQ(parse(spec(false), {"--label", "a"}).value("label"), "a");
    EXPECT_EQ(parse(spec(false), {"--label=a"}).value("label"), "a");
    EXPECT_EQ(parse(spec(false), {"-l", "a"}).value("label"), "a");
    EXPECT_EQ(parse(spec(false), {"-la"}).value("label"), "a");
}

TEST(Options, AnOptionalValueIsOnlyTheOneBehindTheEqualsSign) {
    const Arguments arguments = parse(spec(false), {"--json", "7"});
    EXPECT_EQ(arguments.value("json"), "");
    EXPECT_EQ(arguments.words, Words{"7"});
    EXPECT_EQ(parse(spec(false), {"7", "--json=out.json"}).value("json"), "out.json");
}

TEST(Options, RepeatedValuesKeepTheirOrderAndFlagsHaveNone) {
    const Arguments arguments = parse(spec(false), {"-m", "a=1", "--clear", "--metric", "b=2"});
    EXPECT_EQ(arguments.values("metric"), (Words{"a=1", "b=2"}));
    EXPECT_TRUE(arguments.has("clear"));
    EXPECT_FALSE(arguments.has("label"));
}

TEST(Options, RunsAreNamedByWordsThatLookOdd) {
    EXPECT_EQ(parse(spec(false), {"@-1", "before"}).words, (Words{"@-1", "before"}));
}

TEST(Options, WhatFollowsTheProgramBelongsToIt) {
    EXPECT_EQ(parse(spec(true), {"-l", "a", "--", "ls", "--label"}).words,
              (Words{"ls", "--label"}));
    EXPECT_EQ(parse(spec(true), {"-l", "a", "ls", "-l"}).words, (Words{"ls", "-l"}));
    EXPECT_EQ(parse(spec(true), {"--", "--odd-name"}).words, Words{"--odd-name"});
    EXPECT_EQ(parse(spec(true), {"ls", "--", "x"}).words, (Words{"ls", "--", "x"}));
}

TEST(Options, MistakesAreUsageErrors) {
    EXPECT_THROW(parse(spec(false), {"--labl", "a"}), UsageError);
    EXPECT_THROW(parse(spec(false), {"--lab", "a"}), UsageError);  // no guessing
    EXPECT_THROW(parse(spec(false), {"--label"}), UsageError);
    EXPECT_THROW(parse(spec(true), {"-x", "--", "ls"}), UsageError);
    EXPECT_THROW(parse(spec(false), {"--clear=yes"}), UsageError);
}

TEST(Options, HelpNamesEveryOption) {
    const std::string help = help_text(spec(false));
    for (const char* part : {"-l, --label NAME", "--json[=FILE]", "-h, --help", "hotlock try"})
        EXPECT_NE(help.find(part), std::string::npos) << part;
}

TEST(Seconds, NumbersAndUnits) {
    EXPECT_DOUBLE_EQ(parse_seconds("-d", "5"), 5);
    EXPECT_DOUBLE_EQ(parse_seconds("-d", "0.5s"), 0.5);
    EXPECT_DOUBLE_EQ(parse_seconds("-d", "200ms"), 0.2);
    EXPECT_DOUBLE_EQ(parse_seconds("-d", "2m"), 120);
    for (const char* text : {"", "soon", "-1", "0", "5 s", "5x", "nan", "inf", "1e300"})
        EXPECT_THROW(parse_seconds("-d", text), UsageError) << text;
}

TEST(Sizes, NumbersAndUnits) {
    constexpr uint64_t largest = uint64_t{1} << 30;
    EXPECT_EQ(parse_size("--size", "0", largest), 0U);
    EXPECT_EQ(parse_size("--size", "1000", largest), 1000U);
    EXPECT_EQ(parse_size("--size", "500K", largest), 512'000U);
    EXPECT_EQ(parse_size("--size", "1.5MiB", largest), 1'572'864U);
    EXPECT_EQ(parse_size("--size", "1G", largest), largest);
    for (const char* text : {"", "much", "-1", "5 K", "5x", "nan", "inf", "1.1G", "1e300", "M"})
        EXPECT_THROW(parse_size("--size", text, largest), UsageError) << text;
}

}  // namespace
}  // namespace hotlock::cli
