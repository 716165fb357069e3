// The main job on the workload that it was made for: hot spot S3, before and after.
#include <algorithm>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

Words secure_random(const std::string& variant, const std::string& seconds,
                    const Words& more = {}) {
    Words words{program("cryptobench"),
                "secure-random",
                "--variant",
                variant,
                "--threads",
                "4",
                "--seconds",
                seconds};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

// Waits of at least 20 us by the lock's histogram; a bucket that the limit cuts counts in part.
struct LongWaits {
    double count = 0;
    double ns = 0;
};

LongWaits long_waits(const Json& report) {
    constexpr double limit = 20'000;
    LongWaits waits{0, report.number("/locks/0/wait_ns")};
    for (size_t i = 0; i < report.size("/locks/0/wait_hist"); i++) {
        const Json bucket = report.at("/locks/0/wait_hist/" + std::to_string(i));
        const double low = bucket.number("/from_ns");
        const double high = bucket.number("/to_ns");
        const double split = std::clamp(limit, low, high);
        const double above = bucket.number("/count") * (high - split) / (high - low);
        waits.count += above;
        waits.ns -= (bucket.number("/count") - above) * (low + split) / 2;
    }
    return waits;
}

// The program times its own lock calls and knows which ones slept. `tolerance`: of the time, as
// part of the program's own.
void expect_agreement(const Words& options, double tolerance) {
    const Recording recording;
    const Result run =
        recording.record(secure_random("before", "5", {"--measure-waits", "--json"}), options);
    const Json truth(run.out);
    const Json report = recording.report();

    EXPECT_NE(report.text("/locks/0/name").find("SingletonEntropy::lock"), std::string::npos)
        << report.text("/locks/0/name");
    const LongWaits waits = long_waits(report);
    const double true_ns = truth.number("/waits/slept_over_20us_ns");
    const double true_count = truth.number("/waits/slept_over_20us");
    EXPECT_NEAR(waits.ns, true_ns, tolerance * true_ns);
    EXPECT_NEAR(waits.count, true_count, 0.10 * true_count);
}

TEST(SecureRandom, WaitsAgreeWithTheProgramsOwnFigures) {
    SKIP_UNLESS_BPF();
    expect_agreement({"--every-wait"}, 0.10);
}

// One wait in four is recorded: the time of all of them is an estimate.
TEST(SecureRandom, EstimatedWaitsAreNearTheProgramsOwnFigures) {
    SKIP_UNLESS_BPF();
    expect_agreement({}, 0.20);
}

TEST(SecureRandom, StacksNameTheGeneratorAndReachTheThreadsStart) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record(secure_random("before", "2"));
    const Json report = recording.report();

    const std::string site = "/locks/0/sites/0/stack";
    EXPECT_TRUE(stack_has(report, site, "SingletonEntropy::fill"));
    EXPECT_TRUE(stack_has(report, site, "SecureRandom"));
    EXPECT_TRUE(stack_has(report, site, "_M_run"));  // the thread's start function
    EXPECT_EQ(report.number("/quality/truncated_stacks"), 0);
    EXPECT_EQ(report.number("/quality/lost_events"), 0);
}

TEST(SecureRandom, TheWakerIsTheReleasingFunction) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    recording.record(secure_random("before", "2"));
    const Json report = recording.report();

    double releasing = 0;
    for (size_t i = 0; i < report.size("/locks/0/holders"); i++) {
        const std::string holder = "/locks/0/holders/" + std::to_string(i);
        if (stack_has(report, holder + "/stack", "SingletonEntropy::fill"))
            releasing += report.number(holder + "/wakes");
    }
    EXPECT_GE(releasing, 0.95 * report.number("/locks/0/waits"));
}

TEST(SecureRandom, TheDiffSaysThatTheLockIsGone) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    const Words metric{"--metric", "throughput=([0-9]+) (ops/s)"};
    for (const std::string variant : {"before", "patched"}) {
        Words options = metric;
        options.insert(options.end(), {"--label", variant});
        recording.record(secure_random(variant, "1"), options);
    }
    const Json diff = recording.diff("before", "patched");

    EXPECT_EQ(diff.text("/schema"), "hotlock.diff/1");
    EXPECT_EQ(diff.text("/metrics/0/name"), "throughput");
    EXPECT_GT(diff.number("/metrics/0/ratio"), 1.0);
    EXPECT_EQ(diff.text("/verdict"), "inconclusive");
    EXPECT_NE(diff.text("/locks/0/name").find("SingletonEntropy::lock"), std::string::npos);
    EXPECT_EQ(diff.text("/locks/0/verdict"), "vanished");
    for (const char* key : {"/a/runs", "/b/runs", "/pairs", "/lines", "/cpu", "/counters",
                            "/findings", "/locks/0/match_confidence", "/locks/0/a", "/locks/0/b"})
        EXPECT_TRUE(diff.has(key)) << key;

    const Result text = recording.hotlock({"diff", "before", "patched"});
    EXPECT_NE(text.out.find("inconclusive (1 run a side)"), std::string::npos) << text.out;
}

}  // namespace
}  // namespace hotlock::test
