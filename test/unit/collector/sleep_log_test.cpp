#include "collector/sleep_log.h"

#include <gtest/gtest.h>

namespace hotlock::collector {
namespace {

// Writes as the kernel side does.
void write(hl_log& log, uint64_t time) {
    log.slot[log.head & (HL_LOG_SLOTS - 1)].time = time;
    log.head++;
}

std::vector<uint64_t> times(const std::vector<LoggedEntry>& taken) {
    std::vector<uint64_t> result;
    for (const LoggedEntry& logged : taken)
        result.push_back(logged.entry.time);
    return result;
}

TEST(SleepLog, MergesTheCpusByTime) {
    std::vector<hl_log> logs(2);
    for (const uint64_t time : {10, 40})
        write(logs[0], time);
    for (const uint64_t time : {20, 30})
        write(logs[1], time);
    const auto taken = SleepLog(logs.data(), 2).take_until(100);
    EXPECT_EQ(times(taken), (std::vector<uint64_t>{10, 20, 30, 40}));
    EXPECT_EQ(taken[1].cpu, 1U);
}

TEST(SleepLog, LeavesWhatIsLaterThanAskedFor) {
    std::vector<hl_log> logs(1);
    for (const uint64_t time : {10, 20})
        write(logs[0], time);
    SleepLog log(logs.data(), 1);
    EXPECT_EQ(times(log.take_until(15)), std::vector<uint64_t>{10});
    EXPECT_EQ(times(log.take_until(20)), std::vector<uint64_t>{20});
    EXPECT_TRUE(log.take_until(30).empty());
}

TEST(SleepLog, GoesAroundItsEnd) {
    std::vector<hl_log> logs(1);
    SleepLog log(logs.data(), 1);
    uint64_t taken = 0;
    for (uint64_t time = 1; time <= uint64_t{3} * HL_LOG_SLOTS; time++) {
        write(logs[0], time);
        if (time % 1000 == 0) taken += log.take_until(time).size();
    }
    taken += log.take_until(UINT64_MAX).size();
    EXPECT_EQ(taken, 3U * HL_LOG_SLOTS);
}

}  // namespace
}  // namespace hotlock::collector
