#include "collector/sleep_assembler.h"

#include <gtest/gtest.h>
#include <linux/futex.h>

namespace hotlock::collector {
namespace {

constexpr uint64_t kWord = 0x1000;

hl_entry entry(uint64_t time, uint32_t tid, hl_entry_kind kind) {
    hl_entry result{};
    result.time = time;
    result.tid = tid;
    result.kind = static_cast<uint8_t>(kind);
    return result;
}

hl_entry sleep_of(uint64_t time, uint32_t tid, uint32_t fingerprint = 7) {
    hl_entry result = entry(time, tid, HL_ENTRY_SLEEP);
    result.operation = FUTEX_WAIT;
    result.sleep = {kWord, 0x51, 0x7fff0000, 100, 10, 2, fingerprint};
    return result;
}

hl_entry wake_of(uint64_t time, uint32_t tid, uint32_t waker, uint8_t flags,
                 uint64_t word = kWord) {
    hl_entry result = entry(time, tid, HL_ENTRY_WAKE);
    result.flags = flags;
    result.wake = {word, 0, 0x3a, 10, waker};
    return result;
}

hl_entry run_of(uint64_t time, uint32_t tid) {
    return entry(time, tid, HL_ENTRY_RUN);
}

std::vector<recording::Sleep> assemble(SleepAssembler& assembler,
                                       const std::vector<hl_entry>& entries) {
    std::vector<recording::Sleep> sleeps;
    for (const hl_entry& one : entries)
        if (const auto sleep = assembler.take({one, 3})) sleeps.push_back(sleep->sleep);
    return sleeps;
}

std::vector<recording::Sleep> assemble(const std::vector<hl_entry>& entries) {
    SleepAssembler assembler;
    return assemble(assembler, entries);
}

TEST(SleepAssembler, PutsSleepWakeAndRunTogether) {
    const auto sleeps =
        assemble({sleep_of(100, 11), wake_of(150, 11, 12, HL_WAKE_RELEASE), run_of(170, 11)});
    ASSERT_EQ(sleeps.size(), 1U);
    const recording::Sleep& sleep = sleeps[0];
    EXPECT_EQ(sleep.pid, 10U);
    EXPECT_EQ(sleep.tid, 11U);
    EXPECT_EQ(sleep.slept_at, 100U);
    EXPECT_EQ(sleep.woken_at, 150U);
    EXPECT_EQ(sleep.ran_at, 170U);
    EXPECT_EQ(sleep.address, kWord);
    EXPECT_EQ(sleep.stack, 0x51U);
    EXPECT_EQ(sleep.waker_tid, 12U);
    EXPECT_EQ(sleep.waker_stack, 0x3aU);
    EXPECT_EQ(sleep.cpu, 3U);
}

TEST(SleepAssembler, KeepsAWakeThatCameBeforeTheSleep) {
    const auto sleeps =
        assemble({wake_of(90, 11, 12, HL_WAKE_RELEASE), sleep_of(100, 11), run_of(120, 11)});
    ASSERT_EQ(sleeps.size(), 1U);
    EXPECT_EQ(sleeps[0].woken_at, 90U);
    EXPECT_EQ(sleeps[0].waker_tid, 12U);
}

TEST(SleepAssembler, PreemptionsAreNoSleeps) {
    EXPECT_TRUE(assemble({run_of(10, 11), run_of(20, 11)}).empty());
}

TEST(SleepAssembler, AnInterruptedThreadIsNoWaker) {
    for (const hl_entry& wake :
         {wake_of(150, 11, 12, 0), wake_of(150, 11, 12, HL_WAKE_RELEASE, kWord + 64)}) {
        const auto sleeps = assemble({sleep_of(100, 11), wake, run_of(170, 11)});
        ASSERT_EQ(sleeps.size(), 1U);
        EXPECT_EQ(sleeps[0].woken_at, 150U);
        EXPECT_EQ(sleeps[0].waker_tid, 0U);
        EXPECT_EQ(sleeps[0].waker_stack, 0U);
    }
}

TEST(SleepAssembler, RequeueNamesTwoWords) {
    hl_entry wake = wake_of(150, 11, 12, HL_WAKE_RELEASE, kWord + 64);
    wake.wake.second = kWord;
    EXPECT_EQ(assemble({sleep_of(100, 11), wake, run_of(170, 11)})[0].waker_tid, 12U);
}

TEST(SleepAssembler, ExitingAndForeignWakersNeedNoWord) {
    for (const uint8_t flags :
         std::initializer_list<uint8_t>{HL_WAKE_EXITING, HL_WAKE_RELEASE | HL_WAKE_ANY_WORD}) {
        const auto sleeps =
            assemble({sleep_of(100, 11), wake_of(150, 11, 12, flags, 1), run_of(170, 11)});
        EXPECT_EQ(sleeps[0].waker_tid, 12U);
        EXPECT_EQ(sleeps[0].waker_exiting, flags == HL_WAKE_EXITING);
    }
}

TEST(SleepAssembler, ANewStackOrAReleaseIsAnotherCall) {
    const auto sleeps =
        assemble({sleep_of(100, 11, 7), run_of(110, 11), sleep_of(120, 11, 7), run_of(130, 11),
                  sleep_of(140, 11, 8), run_of(150, 11), sleep_of(160, 12),
                  wake_of(165, 12, 11, HL_WAKE_RELEASE), sleep_of(170, 11, 8), run_of(180, 11)});
    ASSERT_EQ(sleeps.size(), 4U);
    EXPECT_FALSE(sleeps[1].another_call) << "same stack, nothing released: a retry";
    EXPECT_TRUE(sleeps[2].another_call) << "the stack has changed";
    EXPECT_TRUE(sleeps[3].another_call) << "it released the word in between";
}

TEST(SleepAssembler, AReleaseCountsOnlyUntilTheNextSleep) {
    const auto sleeps =
        assemble({sleep_of(10, 11), run_of(20, 11), wake_of(25, 12, 11, HL_WAKE_RELEASE),
                  sleep_of(30, 11), run_of(40, 11), sleep_of(50, 11), run_of(60, 11)});
    ASSERT_EQ(sleeps.size(), 3U);
    EXPECT_TRUE(sleeps[1].another_call);
    EXPECT_FALSE(sleeps[2].another_call);
}

TEST(SleepAssembler, ARestartGoesOnWithTheSameCallOnly) {
    hl_entry restarted = sleep_of(120, 11);
    restarted.flags = HL_SLEEP_RESTARTED;
    EXPECT_EQ(assemble({sleep_of(100, 11), run_of(110, 11), restarted, run_of(130, 11)}).size(),
              2U);
    EXPECT_TRUE(assemble({restarted, run_of(130, 11)}).empty()) << "restarts something else";
}

TEST(SleepAssembler, TellsTheCpuTimeBetweenSleeps) {
    hl_entry second = sleep_of(120, 11);
    second.sleep.runtime = 160;
    const auto sleeps = assemble({sleep_of(100, 11), run_of(110, 11), second, run_of(130, 11)});
    EXPECT_EQ(sleeps[1].ran_ns, 60U);
}

TEST(SleepAssembler, ASleepWithAnUnseenEndLastsUntilItsWake) {
    const auto again = assemble({sleep_of(100, 11), wake_of(150, 11, 12, HL_WAKE_RELEASE),
                                 sleep_of(200, 11), run_of(210, 11)});
    ASSERT_EQ(again.size(), 2U);
    EXPECT_EQ(again[0].slept_at, 100U);
    EXPECT_EQ(again[0].ran_at, 150U);
    EXPECT_EQ(again[1].slept_at, 200U);
    EXPECT_EQ(again[1].waker_tid, 0U);

    const auto woken_early =
        assemble({sleep_of(100, 11), wake_of(150, 11, 12, HL_WAKE_RELEASE),
                  wake_of(199, 11, 13, HL_WAKE_RELEASE), sleep_of(200, 11), run_of(210, 11)});
    ASSERT_EQ(woken_early.size(), 2U);
    EXPECT_EQ(woken_early[0].ran_at, 150U);
    EXPECT_EQ(woken_early[0].waker_tid, 12U);
    EXPECT_EQ(woken_early[1].waker_tid, 13U);
}

TEST(SleepAssembler, WithoutAWakeTheTimeThatItRanTellsTheEnd) {
    hl_entry next = sleep_of(200, 11);
    next.sleep.runtime = 130;  // 30 more than at 100
    const auto sleeps = assemble({sleep_of(100, 11), next, run_of(210, 11)});
    ASSERT_EQ(sleeps.size(), 2U);
    EXPECT_EQ(sleeps[0].ran_at, 170U);
    EXPECT_EQ(sleeps[0].woken_at, 0U);
    EXPECT_EQ(sleeps[1].slept_at, 200U);

    next.sleep.runtime = 100'000;  // clocks disagree
    EXPECT_EQ(assemble({sleep_of(100, 11), next})[0].ran_at, 100U);
}

TEST(SleepAssembler, AnIdThatIsUsedAgainIsAnotherThread) {
    SleepAssembler assembler;
    assemble(assembler, {sleep_of(100, 11), run_of(110, 11)});
    assembler.note_exit(11, 150);
    hl_entry first = sleep_of(200, 11, 8);
    first.sleep.runtime = 5;
    const auto sleeps = assemble(assembler, {first, run_of(210, 11)});
    ASSERT_EQ(sleeps.size(), 1U);
    EXPECT_EQ(sleeps[0].ran_ns, 5U);
    EXPECT_FALSE(sleeps[0].another_call);
    assembler.forget_until(300);
    EXPECT_EQ(assembler.threads(), 1U) << "the new thread lives";
}

TEST(SleepAssembler, ForgetsThreadsThatEnded) {
    SleepAssembler assembler;
    assemble(assembler, {sleep_of(100, 11), run_of(110, 11), sleep_of(100, 12)});
    assembler.note_exit(11, 500);
    assembler.forget_until(499);
    EXPECT_EQ(assembler.threads(), 2U);
    assembler.forget_until(500);
    EXPECT_EQ(assembler.threads(), 1U);
}

}  // namespace
}  // namespace hotlock::collector
