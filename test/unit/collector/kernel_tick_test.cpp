#include "collector/kernel_tick.h"

#include <gtest/gtest.h>

namespace hotlock::collector {
namespace {

TEST(KernelTick, IsASampleWithTheSameRegisters) {
    hl_tick tick{};
    tick.pid = 10;
    tick.tid = 11;
    tick.cpu = 3;
    tick.time = 1'000;
    tick.ip = 0x4000;
    tick.flags = 0x246;
    tick.in_kernel = 1;
    for (uint64_t i = 0; i < 16; i++)
        tick.general[i] = 100 + i;
    const PerfSample sample = sample_of(tick);
    EXPECT_EQ(sample.pid, 10U);
    EXPECT_EQ(sample.tid, 11U);
    EXPECT_EQ(sample.cpu, 3U);
    EXPECT_EQ(sample.time, 1'000U);
    EXPECT_EQ(sample.ip, 0x4000U);
    EXPECT_EQ(sample.flags, 0x246U);
    EXPECT_TRUE(sample.kernel);
    EXPECT_TRUE(sample.has_registers);
    EXPECT_TRUE(sample.stack.empty());
    for (uint64_t i = 0; i < 16; i++)
        EXPECT_EQ(sample.general.at(i), 100 + i);
}

TEST(KernelTick, MeetsUserCodeToo) {
    EXPECT_FALSE(sample_of(hl_tick{}).kernel);
}

}  // namespace
}  // namespace hotlock::collector
