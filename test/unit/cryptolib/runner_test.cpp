// The runner: how much it runs, what it counts, and how it ends when a thread fails.
#include "cryptolib/bench/runner.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace cryptobench {
namespace {

using std::chrono::milliseconds;

std::atomic<uint64_t> calls;  // by the bodies below, in warm-up and counting

void count_calls(Worker& worker) {
    worker.repeat([] { ++calls; });
}

// The first thread to come takes 40 ms over each operation, the others 10 ms.
void first_is_slow(Worker& worker) {
    const bool slow = calls++ == 0;
    worker.repeat([slow] { std::this_thread::sleep_for(milliseconds(slow ? 40 : 10)); });
}

void fail_at_once(Worker&) {
    throw std::runtime_error("no entropy");
}

void first_fails_later(Worker& worker) {
    const bool fails = calls++ == 0;
    worker.repeat([fails] {
        if (fails) throw std::runtime_error("out of luck");
    });
}

class CryptobenchRunnerTest : public testing::Test {
  protected:
    void SetUp() override { calls = 0; }
};

TEST_F(CryptobenchRunnerTest, RunsExactlyTheOperationsAskedFor) {
    const RunResult result = run({.threads = 3, .operations = 1000}, count_calls);
    EXPECT_EQ(calls, 1000U);
    EXPECT_EQ(result.operations, 1000U);
    EXPECT_GT(result.time, nanoseconds{0});
}

TEST_F(CryptobenchRunnerTest, RunsForTheTimeAskedFor) {
    const RunResult result = run({.threads = 2, .duration = milliseconds(50)}, count_calls);
    EXPECT_EQ(result.operations, calls);
    EXPECT_GE(result.time, milliseconds(50));
    EXPECT_GT(result.operations_per_second(), 0);
}

TEST_F(CryptobenchRunnerTest, DoesNotCountTheWarmUp) {
    const RunResult result =
        run({.threads = 1, .operations = 10, .warm_up = milliseconds(50)}, count_calls);
    EXPECT_EQ(result.operations, 10U);
    EXPECT_GT(calls, 10U);
}

TEST_F(CryptobenchRunnerTest, ComparesTheSlowestThreadWithTheFastest) {
    const RunResult by_time = run({.threads = 2, .duration = milliseconds(400)}, first_is_slow);
    EXPECT_GT(by_time.fairness, 0.1);
    EXPECT_LT(by_time.fairness, 0.6);
    calls = 0;
    const RunResult by_operations = run({.threads = 2, .operations = 10}, first_is_slow);
    EXPECT_GT(by_operations.fairness, 0.1);
    EXPECT_LT(by_operations.fairness, 0.6);
}

TEST_F(CryptobenchRunnerTest, OneThreadIsFair) {
    EXPECT_EQ(run({.threads = 1, .operations = 10}, count_calls).fairness, 1.0);
}

TEST_F(CryptobenchRunnerTest, PassesOnAFailureBeforeTheStart) {
    EXPECT_THROW(run({.threads = 3, .duration = std::chrono::hours(1)}, fail_at_once),
                 std::runtime_error);
}

TEST_F(CryptobenchRunnerTest, StopsAllThreadsWhenOneFails) {
    const uint64_t endless = 1'000'000'000'000'000;
    EXPECT_THROW(run({.threads = 3, .operations = endless}, first_fails_later), std::runtime_error);
}

}  // namespace
}  // namespace cryptobench
