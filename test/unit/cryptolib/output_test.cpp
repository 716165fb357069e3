// What cryptobench prints, to the letter: other programs read it.
#include "cryptolib/bench/output.h"

#include <gtest/gtest.h>

#include "cryptolib/bench/workloads.h"

namespace cryptobench {
namespace {

using std::chrono::milliseconds;

Report example() {
    Report report{"secure-random", "singleton", 4, {}, false};
    report.result.operations = 4'031'221;
    report.result.time = milliseconds(5000);
    report.result.fairness = 0.934;
    report.result.waits = {.slept = 3,
                           .slept_time = nanoseconds(2'500'000),
                           .slept_max = nanoseconds(2'000'001),
                           .slept_long = 2,
                           .slept_long_time = nanoseconds(2'490'000),
                           .churned = 17,
                           .churned_time = nanoseconds(4'200)};
    return report;
}

TEST(CryptobenchText, IsOneLineThatEndsInTheRate) {
    EXPECT_EQ(human_report(example()),
              "secure-random singleton, 4 threads: 4031221 operations in 5.00 s, fairness 0.93, "
              "806244 ops/s\n");
}

TEST(CryptobenchText, KnowsTheSingular) {
    Report report = example();
    report.threads = 1;
    EXPECT_TRUE(human_report(report).starts_with("secure-random singleton, 1 thread: "));
}

TEST(CryptobenchText, PutsWaitsBeforeThatLine) {
    Report report = example();
    const std::string last_line = human_report(report);
    report.with_waits = true;
    EXPECT_EQ(human_report(report),
              "lock calls that slept: 3, 2.500 ms in total, longest 2.000 ms; "
              "over 20 us: 2, 2.490 ms\n"
              "lock calls that churned: 17, 0.004 ms in total\n" +
                  last_line);
}

TEST(CryptobenchJson, IsOneLine) {
    EXPECT_EQ(json_report(example()),
              R"({"workload":"secure-random","variant":"singleton","threads":4,)"
              R"("operations":4031221,"seconds":5.0,"ops_per_second":806244.2,"fairness":0.934})"
              "\n");
}

TEST(CryptobenchJson, HasWaitsOnlyWhenMeasured) {
    Report report = example();
    EXPECT_EQ(json_report(report).find("waits"), std::string::npos);
    report.with_waits = true;
    EXPECT_NE(
        json_report(report).find(R"("waits":{"slept":3,"slept_ns":2500000,"slept_max_ns":2000001,)"
                                 R"("slept_over_20us":2,"slept_over_20us_ns":2490000,)"
                                 R"("churned":17,"churned_ns":4200}})"),
        std::string::npos);
}

TEST(CryptobenchList, NamesEveryWorkloadAndVariant) {
    const std::string text = describe_workloads();
    for (const Workload* workload : all_workloads()) {
        EXPECT_NE(text.find(workload->name), std::string::npos);
        for (const Variant& variant : workload->variants) {
            EXPECT_NE(text.find(variant.name), std::string::npos);
            EXPECT_NE(text.find(variant.side), std::string::npos);
        }
    }
}

TEST(CryptobenchErrors, MakeControlCharactersVisible) {
    EXPECT_EQ(error_lines("no workload '\x1b[2J\xff'", "look\nhere"),
              "error: no workload '\\x1b[2J\\xff'\nhint: look\\x0ahere\n");
}

}  // namespace
}  // namespace cryptobench
