// Which lock is which, from certain attributes to likely ones.
#include "analyzer/compare/match.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

Lock symbol_lock(const std::string& symbol, const std::string& module = "/a/server") {
    Lock lock;
    lock.name = symbol;
    lock.symbol = symbol;
    lock.module = module;
    return lock;
}

Lock heap_lock(const std::vector<std::string>& acquirers, const std::string& name = "heap") {
    Lock lock;
    lock.name = name;
    lock.acquirers = acquirers;
    return lock;
}

Lock placed_lock(const std::string& build_id, uint64_t offset) {
    Lock lock;
    lock.name = "server+0x" + std::to_string(offset);
    lock.module = "/a/server";
    lock.build_id = build_id;
    lock.offset = offset;
    lock.acquirers = {"f"};
    return lock;
}

std::vector<const Lock*> pointers_to(const std::vector<Lock>& locks) {
    std::vector<const Lock*> pointers;
    pointers.reserve(locks.size());
    for (const Lock& lock : locks)
        pointers.push_back(&lock);
    return pointers;
}

std::vector<LockMatch> match(const std::vector<Lock>& a, const std::vector<Lock>& b) {
    return match_locks(pointers_to(a), pointers_to(b));
}

TEST(MatchLocks, SameSymbolIsCertainWhateverTheAddressAndPath) {
    Lock a = symbol_lock("pool_lock", "/old/server");
    Lock b = symbol_lock("pool_lock", "/new/server-patched");
    a.address = 0x1000;
    b.address = 0x2000;
    const auto matches = match({a}, {b});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0].confidence, 1);
}

TEST(MatchLocks, SymbolOfTheSameFileIsPreferred) {
    const auto matches =
        match({symbol_lock("lock", "/x/liba.so")},
              {symbol_lock("lock", "/x/libb.so"), symbol_lock("lock", "/y/liba.so")});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0].b, 1u);
}

TEST(MatchLocks, SameMemberPathAtAnotherOffsetIsCertain) {
    Lock a = symbol_lock("pool+0x8");
    Lock b = symbol_lock("pool+0x40");
    a.name = b.name = "pool.lock";
    const auto matches = match({a}, {b});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0].confidence, 1);
}

TEST(MatchLocks, SameOffsetCountsWithinOneBuildOnly) {
    EXPECT_EQ(match({placed_lock("aa", 64)}, {placed_lock("aa", 64)})[0].confidence, 1);
    // Another build: only the acquirer says that it may be the same.
    EXPECT_DOUBLE_EQ(match({placed_lock("aa", 64)}, {placed_lock("bb", 64)})[0].confidence, 0.9);
    // The same build: another offset is another lock.
    EXPECT_TRUE(match({placed_lock("aa", 64)}, {placed_lock("aa", 128)}).empty());
}

TEST(MatchLocks, AcquirersGiveALowerConfidence) {
    const auto matches = match({heap_lock({"f", "g"})}, {heap_lock({"f", "g", "h"})});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_DOUBLE_EQ(matches[0].confidence, 0.9 * 2 / 3);
    EXPECT_TRUE(match({heap_lock({"f", "g"})}, {heap_lock({"g", "h"})}).empty());
    EXPECT_TRUE(match({heap_lock({})}, {heap_lock({})}).empty());
}

TEST(MatchLocks, AcquirersCountForTheSameKindAndFileOnly) {
    Lock rwlock = heap_lock({"f"});
    rwlock.kind = LockKind::rwlock;
    EXPECT_TRUE(match({heap_lock({"f"})}, {rwlock}).empty());
    Lock in_library = heap_lock({"f"});
    in_library.module = "/usr/lib/libx.so";
    EXPECT_TRUE(match({heap_lock({"f"})}, {in_library}).empty());
}

TEST(MatchLocks, TheBestPairWinsAndEachLockIsUsedOnce) {
    const auto matches = match({heap_lock({"f", "g"}), heap_lock({"f", "g", "h"})},
                               {heap_lock({"f", "g", "h"}), heap_lock({"f", "g"})});
    ASSERT_EQ(matches.size(), 2u);
    for (const LockMatch& match : matches) {
        EXPECT_DOUBLE_EQ(match.confidence, 0.9);
        EXPECT_NE(match.a, match.b);
    }
    EXPECT_EQ(match({heap_lock({"f"})}, {heap_lock({"f"}), heap_lock({"f"})}).size(), 1u);
}

TEST(MatchLocks, AmongEqualsTheSameNameWins) {
    const auto matches =
        match({heap_lock({"f"}, "mutex used by f #2")},
              {heap_lock({"f"}, "mutex used by f"), heap_lock({"f"}, "mutex used by f #2")});
    ASSERT_EQ(matches.size(), 1u);
    EXPECT_EQ(matches[0].b, 1u);
}

TEST(MatchLocks, ThousandsOfAlikeLocksAreDoneAtOnce) {
    const std::vector<Lock> many(10'000, heap_lock({"f"}));
    EXPECT_EQ(match(many, many).size(), 256u);
}

}  // namespace
}  // namespace hotlock
