// The command line of cryptobench: what it means and how it is refused.
#include "cryptolib/bench/options.h"

#include <gtest/gtest.h>

#include "cryptolib/bench/failure.h"

namespace cryptobench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// The error and hint of a wrong command line, as "error | hint".
std::string refusal(const std::vector<std::string>& words) {
    try {
        parse_options(words);
    } catch (const UsageError& error) {
        return std::string(error.what()) + " | " + error.hint();
    }
    return "accepted";
}

std::string refusal_with(const std::vector<std::string>& more) {
    std::vector<std::string> words{"secure-random", "--variant", "before"};
    words.insert(words.end(), more.begin(), more.end());
    return refusal(words);
}

TEST(CryptobenchOptions, ReadsAWholeCommandLine) {
    const Options options =
        parse_options({"secure-random", "--variant", "singleton", "--threads=4", "--seconds", "0.5",
                       "--warm-up", "0.25", "--json", "--measure-waits"});
    EXPECT_EQ(options.command, Options::Command::run);
    EXPECT_EQ(options.workload->name, "secure-random");
    EXPECT_EQ(options.variant->name, "singleton");
    EXPECT_EQ(options.plan.threads, 4U);
    EXPECT_EQ(options.plan.duration, milliseconds(500));
    EXPECT_EQ(options.plan.warm_up, milliseconds(250));
    EXPECT_FALSE(options.plan.operations);
    EXPECT_TRUE(options.json);
    EXPECT_TRUE(options.measure_waits);
}

TEST(CryptobenchOptions, HasDefaults) {
    const Options options = parse_options({"secure-random", "--variant", "patched"});
    EXPECT_GE(options.plan.threads, 1U);
    EXPECT_EQ(options.plan.duration, seconds(5));
    EXPECT_EQ(options.plan.warm_up, seconds(0));
    EXPECT_FALSE(options.json);
    EXPECT_FALSE(options.measure_waits);
}

TEST(CryptobenchOptions, KnowsAVariantByNameAndBySide) {
    const auto variant = [](const char* name) {
        return parse_options({"secure-random", "--variant", name}).variant->name;
    };
    EXPECT_EQ(variant("before"), "singleton");
    EXPECT_EQ(variant("singleton"), "singleton");
    EXPECT_EQ(variant("patched"), "thread-local");
    EXPECT_EQ(variant("thread-local"), "thread-local");
}

TEST(CryptobenchOptions, TakesAnAmountOfOperations) {
    const Options options = parse_options(
        {"secure-random", "--variant", "before", "--threads", "3", "--ops", "1000000"});
    EXPECT_EQ(options.plan.operations, 1'000'000U);
}

TEST(CryptobenchOptions, KnowsListAndHelp) {
    EXPECT_EQ(parse_options({"list"}).command, Options::Command::list);
    EXPECT_EQ(parse_options({"--help"}).command, Options::Command::help);
    EXPECT_EQ(parse_options({"secure-random", "-h"}).command, Options::Command::help);
}

TEST(CryptobenchOptions, RefusesUnknownNames) {
    EXPECT_EQ(refusal({}), "nothing to do | `cryptobench list` shows the workloads");
    EXPECT_EQ(refusal({"rot13"}), "no workload 'rot13' | `cryptobench list` shows them");
    EXPECT_EQ(refusal({"secure-random"}),
              "secure-random needs --variant | "
              "choose one: singleton (before) thread-local (patched)");
    EXPECT_EQ(refusal({"secure-random", "--variant", "best"}),
              "secure-random has no variant 'best' | "
              "choose one: singleton (before) thread-local (patched)");
}

TEST(CryptobenchOptions, GivesASideOnlyToTheVariantsThatHaveOne) {
    const std::string hint =
        "choose one: static-volatile (before) static-plain instance removed (patched)";
    EXPECT_EQ(refusal({"provider-lookup"}), "provider-lookup needs --variant | " + hint);
    EXPECT_EQ(refusal({"provider-lookup", "--variant", ""}),
              "provider-lookup has no variant '' | " + hint);
    EXPECT_EQ(refusal({"provider-lookup", "--variant", "instance"}), "accepted");
}

TEST(CryptobenchOptions, RefusesToMeasureWaitsWhereNoLocksAre) {
    for (const char* variant : {"static-volatile", "static-plain", "instance", "removed"})
        EXPECT_EQ(refusal({"provider-lookup", "--variant", variant, "--measure-waits"}),
                  "provider-lookup takes no locks to wait for | leave --measure-waits out");
    EXPECT_EQ(refusal({"secure-random", "--variant", "patched", "--measure-waits"}), "accepted");
}

TEST(CryptobenchOptions, RefusesWrongNumbers) {
    const std::string threads = "give a number from 1 to 1024";
    for (const char* number : {"0", "-1", "4x", "", " 4", "1025", "18446744073709551617"})
        EXPECT_EQ(refusal_with({"--threads", number}),
                  "--threads cannot be '" + std::string(number) + "' | " + threads);
    for (const char* number : {"0", "-1", "nan", "inf", "1e9", "1s"})
        EXPECT_EQ(refusal_with({"--seconds", number}), "--seconds cannot be '" +
                                                           std::string(number) +
                                                           "' | give a number from 0.001 to 86400");
    EXPECT_EQ(refusal_with({"--warm-up", "-0.1"}),
              "--warm-up cannot be '-0.1' | give a number from 0 to 86400");
}

TEST(CryptobenchOptions, RefusesFewerOperationsThanThreads) {
    EXPECT_EQ(refusal_with({"--threads", "8", "--ops", "7"}),
              "--ops cannot be '7' | give a number from 8 to 1000000000000000");
}

TEST(CryptobenchOptions, RefusesContradictionsAndStrangeWords) {
    EXPECT_EQ(refusal_with({"--seconds", "1", "--ops", "100"}),
              "--seconds and --ops exclude each other | give one of them");
    const std::string hint = " | `cryptobench --help` shows the options";
    EXPECT_EQ(refusal_with({"--sideways"}), "unrecognised option '--sideways'" + hint);
    EXPECT_EQ(refusal_with({"--thread", "3"}), "unrecognised option '--thread'" + hint);
    EXPECT_EQ(refusal_with({"--threads"}),
              "the required argument for option '--threads' is missing" + hint);
    EXPECT_NE(refusal_with({"more"}), "accepted");
    EXPECT_NE(refusal_with({"--variant", "patched"}), "accepted");
}

}  // namespace
}  // namespace cryptobench
