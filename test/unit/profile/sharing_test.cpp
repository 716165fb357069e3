#include "analyzer/profile/sharing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hotlock::profiling {
namespace {

constexpr uint64_t ms = 1'000'000;

LineAccess access(uint64_t time, uint32_t cpu, AccessKind kind, uint8_t offset = 0) {
    LineAccess result;
    result.time = time;
    result.cpu = cpu;
    result.thread = ThreadId{cpu + 1};
    result.kind = kind;
    result.offset = offset;
    result.size = 8;
    return result;
}

using Accesses = std::vector<LineAccess>;

// Two threads that live from the start to the end.
ThreadTable two_threads() {
    ThreadTable threads;
    threads.start({.time = 0, .pid = 10, .tid = 10});
    threads.start({.time = 0, .pid = 10, .tid = 11});
    return threads;
}

std::optional<Sharing> sharing(const Accesses& accesses) {
    return sharing_of(accesses, two_threads());
}

// CPU 0 and 1 in turns, 2 ms apart.
Accesses turns(size_t count, AccessKind on_0, AccessKind on_1, uint8_t offset_on_1 = 0) {
    Accesses result;
    for (size_t i = 0; i < count; i++)
        result.push_back(i % 2 == 0 ? access(i * 2 * ms, 0, on_0)
                                    : access(i * 2 * ms, 1, on_1, offset_on_1));
    return result;
}

TEST(Sharing, TheSameBytesInTurnsAreTrueSharing) {
    EXPECT_EQ(sharing(turns(20, AccessKind::atomic, AccessKind::atomic)), Sharing::true_sharing);
    EXPECT_EQ(sharing(turns(20, AccessKind::write, AccessKind::read)), Sharing::true_sharing);
}

TEST(Sharing, OtherBytesInTurnsAreFalseSharing) {
    EXPECT_EQ(sharing(turns(20, AccessKind::update, AccessKind::update, 8)),
              Sharing::false_sharing);
    EXPECT_EQ(sharing(turns(20, AccessKind::update, AccessKind::read, 56)), Sharing::false_sharing);
}

TEST(Sharing, BothIsMixed) {
    Accesses accesses = turns(20, AccessKind::atomic, AccessKind::atomic);
    for (size_t i = 0; i < accesses.size(); i += 4)
        accesses[i].offset = 32;
    EXPECT_EQ(sharing(accesses), Sharing::mixed);
}

TEST(Sharing, NobodyWrites) {
    EXPECT_EQ(sharing(turns(100, AccessKind::read, AccessKind::read)), std::nullopt);
}

TEST(Sharing, OneCpuOnly) {
    Accesses accesses = turns(100, AccessKind::write, AccessKind::write);
    for (LineAccess& one : accesses)
        one.cpu = 0;
    EXPECT_EQ(sharing(accesses), std::nullopt);
}

// Memory that changes hands now and then: an allocator gives it to another thread.
TEST(Sharing, LongRunsOnOneCpuAreNoPingPong) {
    Accesses accesses;
    for (uint64_t i = 0; i < 400; i++)
        accesses.push_back(access(i * ms, (i / 40) % 2 == 0 ? 0 : 1, AccessKind::write));
    EXPECT_EQ(sharing(accesses), std::nullopt);
}

TEST(Sharing, InitialisedHereThenReadThere) {
    Accesses accesses;
    for (uint64_t i = 0; i < 20; i++)
        accesses.push_back(access(i * ms, 0, AccessKind::write));
    for (uint64_t i = 0; i < 500; i++)
        accesses.push_back(access((20 + i) * ms, 1, AccessKind::read));
    EXPECT_EQ(sharing(accesses), std::nullopt);
}

// A stack goes from a thread that has ended to a new one.
TEST(Sharing, ThreadsThatFollowEachOtherShareNothing) {
    ThreadTable threads;
    Accesses accesses = turns(20, AccessKind::update, AccessKind::update);
    for (uint32_t i = 0; i < accesses.size(); i++) {
        threads.start({.time = accesses[i].time - (i > 0 ? ms : 0), .pid = 10, .tid = 11 + i});
        threads.exit({.time = accesses[i].time + ms / 2, .pid = 10, .tid = 11 + i});
        accesses[i].thread = ThreadId{i + 1};
    }
    EXPECT_EQ(sharing_of(accesses, threads), std::nullopt);
}

TEST(Sharing, AThreadThatMovesBetweenCpusSharesNothing) {
    Accesses accesses = turns(20, AccessKind::update, AccessKind::update);
    for (LineAccess& one : accesses)
        one.thread = ThreadId{1};
    EXPECT_EQ(sharing(accesses), std::nullopt);
}

TEST(Sharing, FarApartInTimeIsNoExchange) {
    Accesses accesses = turns(20, AccessKind::write, AccessKind::write);
    for (LineAccess& one : accesses)
        one.time *= 10;  // 20 ms apart
    EXPECT_EQ(sharing(accesses), std::nullopt);
}

// A writer is seldom met at its stores: what counts is that they lie among the others' accesses.
TEST(Sharing, ReadersWithARareWriter) {
    Accesses accesses;
    for (uint64_t i = 0; i < 300; i++)
        accesses.push_back(access(i * 2 * ms, 0, AccessKind::read));
    for (const uint64_t i : {50U, 120U, 200U, 260U}) {
        accesses.push_back(access(i * 2 * ms + ms, 1, AccessKind::write));
    }
    std::sort(accesses.begin(), accesses.end(),
              [](const auto& a, const auto& b) { return a.time < b.time; });
    EXPECT_EQ(sharing(accesses), Sharing::true_sharing);
}

TEST(Sharing, AFewAccessesProveNothing) {
    EXPECT_EQ(sharing(turns(4, AccessKind::atomic, AccessKind::atomic)), std::nullopt);
    EXPECT_EQ(sharing({}), std::nullopt);
}

}  // namespace
}  // namespace hotlock::profiling
