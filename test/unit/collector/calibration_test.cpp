// Attempts at a calibration, and real ones where this machine allows them.
#include "collector/calibration.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "collector/cpu_pair.h"
#include "collector/line_transfer.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock::collector {
namespace {

// Both kinds with `expected` of `all` ticks where they should be.
Calibration with_ticks(uint64_t expected, uint64_t all) {
    Calibration calibration;
    for (const Stall stall : {Stall::load, Stall::atomic}) {
        StallTicks ticks{.stall = stall};
        ticks.behind[1] = expected;
        ticks.elsewhere = all - expected;
        calibration.add(ticks);
    }
    return calibration;
}

struct Attempts {
    std::vector<Calibration> results;
    size_t made = 0;

    LineTier best() {
        return judge(best_attempt([this] { return results.at(made++); }));
    }
};

TEST(BestAttempt, AGoodOneIsEnough) {
    Attempts attempts{{with_ticks(90, 100)}};
    EXPECT_DOUBLE_EQ(attempts.best().expected_share.value(), 0.9);
    EXPECT_EQ(attempts.made, 1U);
}

TEST(BestAttempt, ABadMomentIsForgiven) {
    Attempts attempts{{with_ticks(50, 100), with_ticks(95, 100)}};
    EXPECT_TRUE(attempts.best().on);
    EXPECT_EQ(attempts.made, 2U);
}

TEST(BestAttempt, ThreeBadOnesLeaveTheBest) {
    Attempts attempts{{with_ticks(50, 100), with_ticks(70, 100), with_ticks(60, 100)}};
    const LineTier tier = attempts.best();
    EXPECT_FALSE(tier.on);
    EXPECT_DOUBLE_EQ(tier.expected_share.value(), 0.7);
    EXPECT_EQ(attempts.made, 3U);
}

TEST(BestAttempt, TooFewTicksAddUp) {
    Attempts attempts{{with_ticks(20, 20), with_ticks(20, 20), with_ticks(18, 20)}};
    EXPECT_DOUBLE_EQ(attempts.best().expected_share.value(), 58.0 / 60);
}

TEST(BestAttempt, TooFewTicksDoNotReplaceABadResult) {
    Attempts attempts{{with_ticks(50, 100), with_ticks(9, 9), with_ticks(9, 9)}};
    EXPECT_FALSE(attempts.best().on);
}

TEST(BestAttempt, AnObstacleEndsIt) {
    Attempts attempts{{{"no perf", {}, {}}}};
    EXPECT_EQ(attempts.best().reason, "no perf");
    EXPECT_EQ(attempts.made, 1U);
}

class Topology : public testing::Test {
  protected:
    void core(int cpu, const std::string& siblings) {
        const std::filesystem::path folder =
            root() + "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology";
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "thread_siblings_list") << siblings << "\n";
    }
    std::string root() const { return directory_.file(""); }

  private:
    TemporaryDirectory directory_;
};

TEST_F(Topology, ThreadsOfACoreAreNotApart) {
    core(0, "0-1");
    core(1, "0-1");
    core(2, "2-3");
    EXPECT_EQ(cpus_apart({0, 1, 2}, root()), (CpuPair{0, 2}));
    EXPECT_FALSE(cpus_apart({0, 1}, root()));
    EXPECT_FALSE(cpus_apart({0}, root()));
    EXPECT_FALSE(cpus_apart({}, root()));
}

TEST_F(Topology, UnknownCoresCountAsApart) {
    EXPECT_EQ(cpus_apart({4, 7}, root()), (CpuPair{4, 7}));
}

TEST(Calibrate, ThreadsAreMetInTheirLoops) {
    const Calibration calibration = calibrate();
    if (!calibration.obstacle.empty()) GTEST_SKIP() << calibration.obstacle;
    ASSERT_EQ(calibration.stalls.size(), 2U);
    for (const StallTicks& ticks : calibration.stalls)
        EXPECT_LE(ticks.elsewhere, ticks.all() / 2) << to_string(ticks.stall);
    EXPECT_EQ(calibration.cost.has_value(), calibration.transfer.has_value());
}

TEST(Calibrate, ALineTakesItsTimeBetweenCpus) {
    const auto cpus = cpus_apart(allowed_cpus());
    if (!cpus) GTEST_SKIP() << "needs two cores";
    const auto transfer = measure_transfer(*cpus);
    if (!transfer) GTEST_SKIP() << "the CPUs are too busy";
    EXPECT_GT(transfer->low.count(), 0);
    EXPECT_LE(transfer->low, transfer->median);
    EXPECT_LE(transfer->median, transfer->high);
    EXPECT_GT(transfer->private_atomic.count(), 0);
    EXPECT_GE(transfer->bursts, 3U);
}

}  // namespace
}  // namespace hotlock::collector
