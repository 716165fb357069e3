// Numbers, times and notes in words.
#include "reports/numbers.h"

#include <gtest/gtest.h>

#include <limits>

#include "reports/notes.h"
#include "reports/utc.h"
#include "test/support/build_profile.h"

namespace hotlock::reports {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Words = std::vector<std::string>;

TEST(HumanNumber, HasFourDigitsAndAScale) {
    EXPECT_EQ(human_number(0), "0");
    EXPECT_EQ(human_number(21.7), "21.7");
    EXPECT_EQ(human_number(9999), "9999");
    EXPECT_EQ(human_number(862'923), "862.9 k");
    EXPECT_EQ(human_number(999'960), "1 M");
    EXPECT_EQ(human_number(-1'588'066), "-1.588 M");
    EXPECT_EQ(human_number(1e300), "1.000e+300");
    EXPECT_EQ(human_number(infinity), "?");
}

TEST(HumanValue, ShowsUnitsAndAbsence) {
    EXPECT_EQ(human_value(1.5, "ms"), "1.5 ms");
    EXPECT_EQ(human_value(1.5, ""), "1.5");
    EXPECT_EQ(human_value(std::nullopt, "ms"), "-");
}

TEST(HumanRatio, KeepsTwoDecimalsWhereTheyMatter) {
    EXPECT_EQ(human_ratio(1.8412), "1.84x");
    EXPECT_EQ(human_ratio(0.5), "0.50x");
    EXPECT_EQ(human_ratio(0.0123), "0.0123x");
    EXPECT_EQ(human_ratio(42.04), "42x");
    EXPECT_EQ(human_ratio(1e6), "1 Mx");
    EXPECT_EQ(human_ratio(std::nullopt), "-");
}

TEST(HumanP, NeverShowsZero) {
    EXPECT_EQ(human_p(0.0079365), "0.0079");
    EXPECT_EQ(human_p(1e-9), "<0.001");
    EXPECT_EQ(human_p(std::nullopt), "-");
}

TEST(HumanNs, RefusesWhatIsNoTime) {
    EXPECT_EQ(human_ns(1500), "1.5 µs");
    EXPECT_EQ(human_ns(infinity), "?");
    EXPECT_EQ(human_ns(std::nullopt), "-");
}

TEST(WaitQuantile, IsNeverMoreThanTheLongestWait) {
    Lock lock;
    EXPECT_FALSE(wait_quantile(lock, 0.99));
    EXPECT_EQ(human_quantile(lock, 0.99), "-");
    lock.wait_max = std::chrono::nanoseconds(1025);
    lock.wait_hist.add(lock.wait_max);  // its bucket reaches up to 1152
    EXPECT_EQ(wait_quantile(lock, 0.99), lock.wait_max);
}

TEST(UtcTime, DoesNotDependOnTheTimeZone) {
    EXPECT_EQ(utc_time(1'767'323'045'678'000'000), "2026-01-02T03:04:05.678Z");
    EXPECT_EQ(human_utc(1'767'323'045'678'000'000), "2026-01-02 03:04:05 UTC");
    EXPECT_EQ(utc_time(std::numeric_limits<int64_t>::max()), "2262-04-11T23:47:16.854Z");
    EXPECT_EQ(utc_time(0), "");
    EXPECT_EQ(human_utc(-1), "");
}

TEST(RunAlerts, AreEmptyForAGoodRun) {
    EXPECT_EQ(run_alerts(test::make_profile()), Words{});
}

TEST(RunAlerts, NameWhatMakesTheFiguresDoubtful) {
    Profile profile = test::make_profile();
    profile.run.exit_code = 3;
    profile.quality.complete = false;
    profile.quality.lost_events = 7;
    profile.quality.overhead_share = 0.05;
    profile.quality.unsymbolized_share = 0.1;
    profile.quality.warnings = {"A warning."};
    const std::string overhead =
        "Recording took 5.0 % of the program's CPU time: it may have changed the result.";
    EXPECT_EQ(run_alerts(profile),
              (Words{"The recording broke off: everything after its last block is missing.",
                     "7 events were lost: waits and counts are lower bounds.", overhead,
                     "10.0 % of the wait is in code without names: install debug symbols.",
                     "The program ended with status 3.", "A warning."}));
}

TEST(RunAlerts, ExitStatusesAbove128NameTheSignal) {
    Profile profile = test::make_profile();
    profile.run.exit_code = 137;
    EXPECT_EQ(run_alerts(profile), Words{"The program ended with status 137 (signal 9)."});
}

TEST(NotSeen, ListsProbesAndStackEnds) {
    Profile profile = test::make_profile();
    profile.quality.probes.push_back({"samples", "off", ""});
    profile.quality.probes.push_back({"watch", "unavailable", "no debug registers"});
    profile.quality.truncated_stacks = 1;
    EXPECT_EQ(not_seen(profile), (Words{"samples (off)", "watch (unavailable: no debug registers)",
                                        "the outer ends of 1 call stack"}));
}

TEST(WithoutSharedWords, KeepsWhatDiffersAndAWordBeforeIt) {
    const auto shorten = [](const std::string& a, const std::string& b) {
        const EnvironmentRow row = without_shared_words({"command", a, b, true});
        return row.a + " | " + row.b;
    };
    EXPECT_EQ(shorten("./bench x --variant a --ops 5", "./bench x --variant b --ops 5"),
              "… --variant a … | … --variant b …");
    EXPECT_EQ(shorten("./old --ops 5", "./new --ops 5"), "./old … | ./new …");
    EXPECT_EQ(shorten("./bench", "./bench --fast"), "./bench | ./bench --fast");
    EXPECT_EQ(shorten("a a", "a a a"), "… a | … a a");
    EXPECT_EQ(shorten("", "b"), " | b");
}

TEST(ListedRuns, ListsStoredRunsAndCountsOthers) {
    std::vector<Profile> side(3, test::make_profile());
    EXPECT_EQ(listed_runs({side[0]}), "run 7");
    EXPECT_EQ(listed_runs(side), "runs 7, 7 and 7");
    side[1].run.id = RunId();
    EXPECT_EQ(listed_runs(side), "3 runs");
}

}  // namespace
}  // namespace hotlock::reports
