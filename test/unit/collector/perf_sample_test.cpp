#include "collector/perf_sample.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <cstring>
#include <vector>

namespace hotlock::collector {
namespace {

// A sample field by field, as the kernel lays it out.
class SampleBytes {
  public:
    explicit SampleBytes(uint16_t misc = PERF_RECORD_MISC_USER) {
        add(perf_event_header{PERF_RECORD_SAMPLE, misc, 0});
        add<uint64_t>(0xffffffff81000000);    // ip at the tick
        add<uint32_t>(10).add<uint32_t>(11);  // pid, tid
        add<uint64_t>(7000);                  // time
        add<uint32_t>(3).add<uint32_t>(0);    // cpu
        add<uint64_t>(2'004'008);             // period
    }

    template <class T>
    SampleBytes& add(T value) {
        const auto* bytes = reinterpret_cast<const char*>(&value);
        bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
        return *this;
    }

    // ax bx cx dx si di bp sp ip flags r8..r15 = 0, 1, 2…
    SampleBytes& registers() {
        add<uint64_t>(PERF_SAMPLE_REGS_ABI_64);
        for (uint64_t i = 0; i < 18; i++)
            add(i);
        return *this;
    }

    std::span<const char> bytes() const { return bytes_; }

  private:
    std::vector<char> bytes_;
};

TEST(PerfSample, RegistersGetTheirHardwareNumbers) {
    SampleBytes bytes;
    bytes.registers();
    const auto sample = parse_sample(bytes.bytes(), false);
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->pid, 10U);
    EXPECT_EQ(sample->tid, 11U);
    EXPECT_EQ(sample->time, 7000U);
    EXPECT_EQ(sample->cpu, 3U);
    EXPECT_FALSE(sample->kernel);
    // rax rcx rdx rbx rsp rbp rsi rdi r8..r15
    const std::array<uint64_t, 16> expected{0, 2, 3, 1, 7, 6, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17};
    EXPECT_EQ(sample->general, expected);
    EXPECT_EQ(sample->ip, 8U);
    EXPECT_EQ(sample->flags, 9U);
}

TEST(PerfSample, OfTheStackOnlyWhatWasReadCounts) {
    SampleBytes bytes;
    bytes.registers().add<uint64_t>(32);
    for (uint64_t word = 100; word < 104; word++)
        bytes.add(word);
    bytes.add<uint64_t>(16);
    const auto sample = parse_sample(bytes.bytes(), true);
    ASSERT_TRUE(sample);
    ASSERT_EQ(sample->stack.size(), 16U);
    uint64_t second = 0;
    std::memcpy(&second, &sample->stack[8], sizeof second);
    EXPECT_EQ(second, 101U);
}

TEST(PerfSample, AThreadWithoutUserSideHasNoRegisters) {
    SampleBytes bytes(PERF_RECORD_MISC_KERNEL);
    bytes.add<uint64_t>(PERF_SAMPLE_REGS_ABI_NONE).add<uint64_t>(0);
    const auto sample = parse_sample(bytes.bytes(), true);
    ASSERT_TRUE(sample);
    EXPECT_TRUE(sample->kernel);
    EXPECT_FALSE(sample->has_registers);
    EXPECT_TRUE(sample->stack.empty());
}

TEST(PerfSample, CutShortAnywhereIsNoSample) {
    SampleBytes whole;
    whole.registers().add<uint64_t>(8).add<uint64_t>(1).add<uint64_t>(8);
    ASSERT_TRUE(parse_sample(whole.bytes(), true));
    for (size_t size = 0; size < whole.bytes().size(); size++)
        EXPECT_FALSE(parse_sample(whole.bytes().first(size), true)) << size;
}

}  // namespace
}  // namespace hotlock::collector
