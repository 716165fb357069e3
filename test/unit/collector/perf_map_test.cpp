#include "collector/perf_map.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "test/unit/recording/temporary_directory.h"

namespace hotlock::collector {
namespace {

// "start+size name" of each symbol.
std::vector<std::string> found(const std::set<uint64_t>& addresses, std::string_view text) {
    std::vector<std::string> symbols;
    for (const recording::JitSymbol& symbol : symbols_at(addresses, text, 10)) {
        EXPECT_EQ(symbol.pid, 10U);
        symbols.push_back(std::to_string(symbol.start) + "+" + std::to_string(symbol.size) + " " +
                          symbol.name);
    }
    return symbols;
}

using Names = std::vector<std::string>;

TEST(PerfMapSymbols, OnlyThoseThatWereMet) {
    const char* text = "10 10 first\n20 10 int Main.add(int)\n30 10 third\n";
    EXPECT_EQ(found({0x2f}, text), (Names{"32+16 int Main.add(int)"}));
    EXPECT_EQ(found({0x10, 0x30, 0x40}, text), (Names{"16+16 first", "48+16 third"}));
    EXPECT_EQ(found({}, text), Names{});
}

TEST(PerfMapSymbols, LaterLinesReplaceEarlierOnes) {
    const char* text = "10 20 old\n18 10 new\n";
    EXPECT_EQ(found({0x1a}, text), (Names{"24+16 new"}));
    EXPECT_EQ(found({0x12, 0x1a, 0x2a}, text), (Names{"16+32 old", "24+16 new"}));
}

TEST(PerfMapSymbols, NumbersMayHaveAPrefix) {
    EXPECT_EQ(found({0x10}, "0x10 0x8 f\n"), (Names{"16+8 f"}));
}

TEST(PerfMapSymbols, WhatIsNoLineIsPassedOver) {
    for (const char* text :
         {"", "\n\n", "10", "10 20\n", "10 20 \n", "x 20 f\n", "10 -1 f\n", "10 0 f\n",
          "ffffffffffffffff 2 f\n", "10 10000000000000000 f\n", "10 20 still being written"})
        EXPECT_EQ(found({0x10, 0x11}, text), Names{}) << text;
    EXPECT_EQ(found({0x10}, "nonsense\n10 1 f\n\n"), (Names{"16+1 f"}));
}

TEST(PerfMapSymbols, LongNamesAreCut) {
    const auto symbols = symbols_at({0x10}, "10 1 " + std::string(5000, 'f') + "\n", 10);
    ASSERT_EQ(symbols.size(), 1U);
    EXPECT_EQ(symbols[0].name, std::string(1024, 'f'));
}

class PerfMapFile : public testing::Test {
  protected:
    std::string path() const { return folder_.file("perf-10.map"); }
    void put(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }
    std::optional<PerfMap> read(uid_t owner = ::getuid(), int64_t not_before = 0) const {
        return read_perf_map(path(), owner, not_before);
    }

    TemporaryDirectory folder_;
};

TEST_F(PerfMapFile, IsReadWhole) {
    put("10 10 f\n");
    const auto map = read();
    ASSERT_TRUE(map);
    EXPECT_EQ(map->text, "10 10 f\n");
    EXPECT_FALSE(map->cut);
}

TEST_F(PerfMapFile, OfALongOneTheEndIsRead) {
    put("10 10 f\n");
    ASSERT_EQ(::truncate(path().c_str(), 70 << 20), 0);
    std::ofstream(path(), std::ios::binary | std::ios::app) << "20 10 g\n";
    const auto map = read();
    ASSERT_TRUE(map);
    EXPECT_TRUE(map->cut);
    EXPECT_EQ(map->text.size(), size_t{64} << 20);
    EXPECT_TRUE(map->text.ends_with("20 10 g\n"));
}

TEST_F(PerfMapFile, LinksFoldersAndPipesAreNotRead) {
    EXPECT_FALSE(read());
    std::ofstream(folder_.file("elsewhere")) << "10 10 f\n";
    ASSERT_EQ(::symlink(folder_.file("elsewhere").c_str(), path().c_str()), 0);
    EXPECT_FALSE(read());
    ::unlink(path().c_str());
    ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
    EXPECT_FALSE(read());
    ::unlink(path().c_str());
    ASSERT_EQ(::mkdir(path().c_str(), 0700), 0);
    EXPECT_FALSE(read());
}

TEST_F(PerfMapFile, OfAnotherUserIsNotRead) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root";
    put("10 10 f\n");
    EXPECT_TRUE(read(12345)) << "root's";
    ASSERT_EQ(::chown(path().c_str(), 12345, 12345), 0);
    EXPECT_TRUE(read(12345));
    EXPECT_FALSE(read(12346));
    EXPECT_FALSE(read(0));
}

TEST_F(PerfMapFile, OfAnEarlierProcessIsNotRead) {
    put("10 10 f\n");
    const timespec times[] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path().c_str(), times, 0), 0);
    EXPECT_TRUE(read(::getuid(), 999'000'000'000));
    EXPECT_FALSE(read(::getuid(), 1'001'000'000'000));
}

}  // namespace
}  // namespace hotlock::collector
