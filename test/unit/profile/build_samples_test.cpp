// build_profile: samples -> functions, stacks, cache lines, running times.
#include <gtest/gtest.h>

#include "common/model/coverage.h"
#include "test/unit/profile/sampled_program.h"

namespace hotlock::profiling {
namespace {

TEST(BuildSamples, FunctionsWithMostTimeFirst) {
    SampledProgram program;
    for (uint64_t i = 0; i < 3; i++)
        program.tick(1000 + i, 11, "app:hash", 0x7f0000000000 + i * 4096);
    program.tick(2000, 12, "app:parse", 0x7f0000100000);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.cpu.size(), 2U);
    EXPECT_EQ(profile.cpu[0].symbol, "hash");
    EXPECT_EQ(profile.cpu[0].samples, 3U);
    EXPECT_EQ(profile.cpu[0].time, nanoseconds{30});
    EXPECT_EQ(profile.cpu[0].module, "/bin/app");
    EXPECT_DOUBLE_EQ(profile.cpu[0].share * static_cast<double>(profile.run.thread_time.count()),
                     30);
    EXPECT_TRUE(profile.lines.empty());
    EXPECT_EQ(profile.quality.resolved_share, 1.0);
}

TEST(BuildSamples, GeneratedCodeIsNamedByItsCompiler) {
    SampledProgram program;
    program.lines(
        "map pid=10 start=0x900000 end=0x910000 offset=0x900000 path=//anon\n"
        "sample time=1000 thread=10/11 weight=10 ip=0x900010 outcome=5\n"
        "sample time=1001 thread=10/11 weight=10 ip=0x900018 outcome=5\n"
        "sample time=1002 thread=10/11 weight=5 ip=0x905000 outcome=5\n"
        "sample time=1003 thread=10/11 weight=10 ip=0x906000 outcome=5\n"
        "jit pid=10 start=0x900010 size=32 name=int\\x20Main.add(int)\n"
        "jit pid=11 start=0x905000 size=32 name=another");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.cpu.size(), 2U);
    EXPECT_EQ(profile.cpu[0].symbol, "int Main.add(int)");
    EXPECT_EQ(profile.cpu[0].module, "[jit]");
    EXPECT_EQ(profile.cpu[0].samples, 2U);
    EXPECT_EQ(profile.cpu[1].symbol, "[jit]");  // one row: addresses say nothing after the run
    EXPECT_EQ(profile.cpu[1].samples, 2U);
}

// The call of the last frame ends where the next function begins.
TEST(BuildSamples, StacksGoThroughGeneratedCode) {
    SampledProgram program;
    program.lines(
        "map pid=10 start=0x900000 end=0x910000 offset=0x900000 path=//anon\n"
        "jit pid=10 start=0x900000 size=16 name=outer\n"
        "jit pid=10 start=0x900010 size=16 name=inner\n"
        "stack key=1 pid=10 complete frames=0x900010,0x900010\n"
        "tick time=1000 thread=10/11 weight=10 stack=1");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.cpu_stacks.size(), 1U);
    EXPECT_EQ(text(profile, profile.cpu_stacks[0].stack), "inner < outer");
}

TEST(BuildSamples, ThreadsKnowHowLongTheyRan) {
    SampledProgram program;
    program.tick(1000, 11, "app:hash", 0x7f0000000000);
    program.tick(1010, 11, "app:hash", 0x7f0000000000);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.threads.size(), 3U);
    EXPECT_EQ(profile.threads[0].running, nanoseconds{0});
    EXPECT_EQ(profile.threads[1].running, nanoseconds{20});
}

TEST(BuildSamples, ALineThatTwoCpusUpdate) {
    SampledProgram program;
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, i % 2 == 0 ? "app:count" : "app:drain", 0x601000);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    const CacheLine& line = profile.lines[0];
    EXPECT_EQ(line.name, "hits");
    EXPECT_EQ(line.sharing, Sharing::true_sharing);
    EXPECT_EQ(line.samples, 20U);
    EXPECT_EQ(line.time, nanoseconds{200});
    ASSERT_EQ(line.fields.size(), 1U);
    EXPECT_EQ(line.fields[0].counts.atomics, 20U);
    EXPECT_EQ(line.fields[0].cpus, 2U);
    EXPECT_EQ(line.fields[0].threads, 2U);
    ASSERT_EQ(line.fields[0].sites.size(), 2U);
    EXPECT_EQ(text(profile, line.fields[0].sites[0].stack), "count");
    EXPECT_EQ(text(profile, line.fields[0].sites[1].stack), "drain");
}

double excess_share(const Profile& profile) {
    const CacheLine& line = profile.lines.at(0);
    EXPECT_DOUBLE_EQ(line.share * static_cast<double>(profile.run.thread_time.count()),
                     static_cast<double>(line.excess.count()));
    return static_cast<double>(line.excess.count()) / static_cast<double>(line.time.count());
}

SampledProgram atomics_on_a_line() {
    SampledProgram program;
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:count", 0x601000);
    return program;
}

TEST(BuildSamples, TheShareOfALineLeavesOutWhatAtomicsCostAlone) {
    SampledProgram program = atomics_on_a_line();
    program.lines("calibration stall=1 expected=99 alone_ns=10 moved_ns=100");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_DOUBLE_EQ(excess_share(profile), 0.9);
    EXPECT_TRUE(profile.quality.warnings.empty());
}

TEST(BuildSamples, AShareThatHoldsAllTimeIsSaidToDoSo) {
    SampledProgram program = atomics_on_a_line();
    program.lines("calibration stall=1 expected=99 alone_ns=100 moved_ns=10");
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_DOUBLE_EQ(excess_share(profile), 1);
    ASSERT_EQ(profile.quality.warnings.size(), 1U);
    EXPECT_NE(profile.quality.warnings[0].find("was not measured"), std::string::npos);
}

TEST(BuildSamples, ALineWithoutAtomicsNeedsNoSuchCost) {
    SampledProgram program;
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:count", 0x601000, recording::update_access);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_DOUBLE_EQ(excess_share(profile), 1);
    EXPECT_TRUE(profile.quality.warnings.empty());
}

TEST(BuildSamples, ALineWithoutAVariableIsNamedByWhoUsesIt) {
    SampledProgram program;
    program.stack(7, {"libc:pthread_rwlock_rdlock", "app:Cache::find", "app:main"});
    const uint64_t heap = 0x7f0000000000;
    const uint64_t lock_code = program.code("libc:pthread_rwlock_rdlock");
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "libc:pthread_rwlock_rdlock", heap);
    program.record(recording::StackTick{1500, 10, 11, 0, 50, false, 7, lock_code, heap});
    for (uint64_t i = 0; i < 10; i++)
        program.tick(2000 + i, 11 + i % 2, "app:Pool::count", heap + 4096);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 2U);
    EXPECT_EQ(profile.lines[0].name, "rwlock used by Cache::find");
    EXPECT_EQ(profile.lines[0].holds_lock, "rwlock used by Cache::find");
    EXPECT_EQ(text(profile, profile.lines[0].fields.at(0).sites.at(0).stack),
              "pthread_rwlock_rdlock < Cache::find < main");
    EXPECT_EQ(profile.lines[1].name, "memory used by Pool::count");
    EXPECT_EQ(profile.lines[1].holds_lock, "");
}

AccessedMemory counter_at(uint64_t offset) {
    AccessedObject stats{.name = "Stats", .size = 32, .offset = offset, .type = true};
    for (uint64_t i = 0; i < 4; i++) {
        LayoutStep step{.owner = "Stats", .owner_size = 32, .part = "m" + std::to_string(i)};
        step.offset = 8 * i;
        step.size = 8;
        stats.parts.push_back({step});
    }
    return {.size = 8, .objects = {stats}};
}

// What one access tells of the object names also what others access of it without knowing.
TEST(BuildSamples, MembersOfOneHeapObjectAgree) {
    SampledProgram program;
    program.access("app:count", counter_at(8));
    program.access("app:drain", {.size = 8});
    for (uint64_t i = 0; i < 20; i++) {
        const bool first = i % 2 == 0;
        program.tick(1000 + i, 11 + i % 2, first ? "app:count" : "app:drain",
                     0x7f0000000010 + (first ? 0 : 16));
    }
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].fields.at(0).name, "Stats::m1");
    EXPECT_EQ(profile.lines[0].fields.at(1).name, "Stats::m3");
    EXPECT_EQ(profile.lines[0].fields.at(1).layout.at(0).owner_start, 8);
    EXPECT_FALSE(profile.lines[0].offset);
}

constexpr uint64_t vtable = 0x602010;

// Two threads update an object on the heap, one 8 and one 24 bytes behind its start.
void update_object(SampledProgram& program) {
    for (uint64_t i = 0; i < 20; i++) {
        const bool first = i % 2 == 0;
        program.virtual_tick(1000 + i, 11 + i % 2, first ? "app:count" : "app:drain",
                             0x7f0000000000, vtable, first ? 8 : 24);
    }
}

AccessedObject virtual_stats() {
    AccessedObject stats = counter_at(0).objects.at(0);
    stats.name = "Derived";
    return stats;
}

TEST(BuildSamples, AnObjectIsNamedByItsVtable) {
    SampledProgram program;
    program.virtual_object(vtable, virtual_stats());
    update_object(program);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].sharing, Sharing::false_sharing);
    EXPECT_EQ(profile.lines[0].fields.at(0).name, "Derived::m1");
    EXPECT_EQ(profile.lines[0].fields.at(1).name, "Derived::m3");
    EXPECT_EQ(profile.lines[0].fields.at(0).layout.at(0).owner_start, 0);
}

TEST(BuildSamples, WhatInstructionsTellComesBeforeVtables) {
    SampledProgram program;
    program.access("app:count", counter_at(8));
    program.virtual_object(vtable, virtual_stats());
    update_object(program);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].fields.at(0).name, "Stats::m1");
}

TEST(BuildSamples, AVtableThatNobodyKnowsNamesNothing) {
    SampledProgram program;
    update_object(program);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].name, "memory used by count");
}

TEST(BuildSamples, NoMemberIsNamedThatIsSmallerThanTheAccess) {
    SampledProgram program;
    AccessedMemory wide = counter_at(8);
    wide.size = 16;
    wide.objects[0].parts.resize(2);
    program.access("app:count", wide);
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:count", 0x7f0000000010);
    EXPECT_EQ(program.finished().lines.at(0).fields.at(0).name, "");
}

TEST(BuildSamples, AStackBelongsToTheThreadThatUsesItAsItsOwn) {
    SampledProgram program;
    program.lines("name time=1 pid=10 tid=11 name=owner");
    program.access("app:own", {.size = 8, .own_stack = true});
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, i % 2 == 0 ? "app:own" : "app:visit", 0x7f0000000000);
    EXPECT_EQ(program.finished().lines.at(0).name, "stack of thread owner");
}

TEST(BuildSamples, AccessorsOfTheCxxLibraryNameNoLine) {
    SampledProgram program;
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:std::operator++ < count", 0x7f0000000000);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].name, "memory used by count");
}

TEST(BuildSamples, AnAccessThatStraddlesTouchesTwoLines) {
    SampledProgram program;
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:count", 0x60103c);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 2U);
    EXPECT_EQ(profile.lines[0].fields.at(0).size, 4U);
}

TEST(BuildSamples, ALineKnowsTheLockThatItHolds) {
    SampledProgram program;
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    program.lines("sleep pid=10 tid=11 slept=100 ran=200 addr=0x601008 value=2 stack=1");
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:count", 0x601008);
    const Profile profile = program.finished();
    ASSERT_EQ(profile.lines.size(), 1U);
    EXPECT_EQ(profile.lines[0].holds_lock, profile.locks.at(0).name);
}

// A program with a line that two CPUs update, under a calibration.
Profile calibrated(std::string_view records) {
    SampledProgram program;
    program.lines(records);
    for (uint64_t i = 0; i < 20; i++)
        program.tick(1000 + i, 11 + i % 2, "app:count", 0x601000);
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    program.lines("sleep pid=10 tid=11 slept=100 ran=200 addr=0x601040 value=2 stack=1");
    program.kernel_tick(3000, 11, "libc:lll_lock_wait", 0x601040, 0);
    return program.finished();
}

TEST(BuildSamples, WhereTicksFallElsewhereThereAreNoLines) {
    const Profile profile = calibrated(
        "calibration stall=0 expected=97 later=3\ncalibration stall=1 expected=62 later=38");
    EXPECT_TRUE(profile.lines.empty());
    EXPECT_FALSE(lines_recorded(profile.quality));
    ASSERT_EQ(profile.quality.probes.size(), 2U);
    EXPECT_EQ(profile.quality.probes[1].name, "cache lines");
    EXPECT_EQ(profile.quality.probes[1].state, "off");
    EXPECT_EQ(profile.quality.probes[1].reason,
              "only 0.62 of the calibration's ticks were at the expected place");
    // What does not rest on it stays.
    EXPECT_TRUE(samples_recorded(profile.quality));
    ASSERT_FALSE(profile.cpu.empty());
    EXPECT_EQ(profile.cpu[0].symbol, "count");
    EXPECT_EQ(profile.threads[1].churn, nanoseconds{10});
}

TEST(BuildSamples, WhereTicksFallWellThereAreLines) {
    const Profile profile = calibrated(
        "calibration stall=0 expected=97 later=3\ncalibration stall=1 expected=80 later=20\n"
        "calibration stall=2 expected=5 later=95");
    EXPECT_EQ(profile.lines.size(), 1U);
    ASSERT_EQ(profile.quality.probes.size(), 1U);
    EXPECT_EQ(profile.quality.probes[0].reason, "");
}

TEST(BuildSamples, WithoutACalibrationThereAreLinesAndARemark) {
    const Profile profile = calibrated("calibration obstacle=one\\x20core");
    EXPECT_EQ(profile.lines.size(), 1U);
    ASSERT_EQ(profile.quality.probes.size(), 1U);
    EXPECT_EQ(profile.quality.probes[0].reason,
              "whether cache lines are right (not calibrated: one core)");
    EXPECT_EQ(calibrated("calibration stall=0 later=9").lines.size(), 1U);
}

TEST(BuildSamples, ACalibrationWithoutSamplesMeansNothing) {
    FakeProgram program;
    program.lines("calibration expected=1 later=99\ncalibration stall=1 expected=1 later=99");
    EXPECT_TRUE(program.finished().quality.probes.empty());
}

TEST(BuildSamples, WithoutTheProbeNothingIsClaimed) {
    FakeProgram program;
    const Profile profile = program.finished();
    EXPECT_FALSE(profile.threads.at(0).running);
    EXPECT_FALSE(profile.quality.resolved_share);
}

}  // namespace
}  // namespace hotlock::profiling
