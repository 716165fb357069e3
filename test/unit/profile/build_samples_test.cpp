// build_profile: samples -> functions, stacks, cache lines, running times.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/unit/profile/fake_program.h"

namespace hotlock::profiling {
namespace {

class SampledProgram : public FakeProgram {
  public:
    SampledProgram() {
        lines("probe name=samples state=on");
        variable(0x601000, "hits");
    }

    // A tick in thread `tid` behind an access to `address`.
    void tick(uint64_t time, uint32_t tid, std::string_view place, uint64_t address,
              uint32_t access = 4) {
        recording::Sample sample;
        sample.time = time;
        sample.pid = 10;
        sample.tid = tid;
        sample.cpu = tid;
        sample.weight_ns = 10;
        sample.ip = code(place);
        sample.instruction = sample.ip;
        sample.outcome = 0;
        sample.address = address;
        sample.size = 8;
        sample.access = access;
        record(sample);
    }

    void kernel_tick(uint64_t time, uint32_t tid, std::string_view place, uint64_t futex,
                     uint32_t operation) {
        recording::Sample sample;
        sample.time = time;
        sample.pid = 10;
        sample.tid = tid;
        sample.weight_ns = 10;
        sample.kernel = true;
        sample.ip = code(place);
        sample.outcome = 6;
        sample.address = futex;
        sample.access = operation;
        record(sample);
    }
};

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
    EXPECT_EQ(profile.lines[0].name, "lock used by Cache::find");
    EXPECT_EQ(profile.lines[0].holds_lock, "lock used by Cache::find");
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

TEST(BuildSamples, FailedAttemptsAreChurnOfTheLock) {
    SampledProgram program;
    program.variable(0x601040, "Pool::lock");
    program.stack(1, {"libc:", "libc:pthread_mutex_lock", "app:Pool::take", "app:main"});
    program.lines("sleep pid=10 tid=11 slept=1000 ran=2000 addr=0x601040 value=2 stack=1");
    program.kernel_tick(3000, 11, "libc:lll_lock_wait", 0x601040, 0);
    program.kernel_tick(3010, 12, "libc:lll_lock_wait", 0x601040, 0);
    program.kernel_tick(3020, 12, "libc:lll_lock_wake", 0x601040, 1);  // a release
    const Profile profile = program.finished();
    ASSERT_EQ(profile.locks.size(), 1U);
    EXPECT_EQ(profile.locks[0].churn, nanoseconds{20});
    EXPECT_EQ(profile.threads[1].churn, nanoseconds{10});
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

TEST(BuildSamples, WithoutTheProbeNothingIsClaimed) {
    FakeProgram program;
    const Profile profile = program.finished();
    EXPECT_FALSE(profile.threads.at(0).running);
    EXPECT_FALSE(profile.quality.resolved_share);
}

}  // namespace
}  // namespace hotlock::profiling
