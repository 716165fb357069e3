#include "collector/procfs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace hotlock::collector {
namespace {

namespace fs = std::filesystem;

// A /proc of our own with process 7.
struct ProcTree : testing::Test {
    void SetUp() override {
        root = (fs::path(testing::TempDir()) / ("proc-" + std::to_string(::getpid()))).string();
        fs::create_directories(root + "/proc/7/task/7");
        fs::create_directories(root + "/proc/7/task/9");
    }
    void TearDown() override { fs::remove_all(root); }

    void put(const std::string& name, const std::string& text) const {
        std::ofstream(root + "/proc/7/" + name, std::ios::binary) << text;
    }

    std::string root;
};

TEST_F(ProcTree, OwnerThreadsAndNames) {
    put("status", "Name:\tx\nUid:\t1000\t0\t0\t0\n");
    put("task/9/comm", "two\nlines\n");
    EXPECT_EQ(process_owner(7, root), 1000U);
    EXPECT_EQ(threads_of(7, root), (std::vector<pid_t>{7, 9}));
    EXPECT_EQ(thread_name(7, 9, root), "two\nlines");
}

TEST_F(ProcTree, CommandLineIsSplitAtNul) {
    put("cmdline", std::string("a b\0\0c\0", 7));
    EXPECT_EQ(command_line(7, root), (std::vector<std::string>{"a b", "", "c"}));
}

TEST_F(ProcTree, OnlyExecutableMappingsAreKept) {
    put("maps",
        "00400000-00401000 r-xp 00001000 08:01 42                         /tmp/a b/prog\n"
        "00600000-00601000 rw-p 00000000 08:01 42                         /tmp/a b/prog\n"
        "7f0000000000-7f0000001000 r-xp 00000000 00:00 0 \n"
        "7f0000001000-7f0000002000 rw-p 00000000 00:00 0 \n"
        "7fff00000000-7fff00001000 r-xp 00000000 00:00 0                  [vdso]\n"
        "garbage\n");
    const std::vector<recording::Mapping> mappings = executable_mappings(7, 5, root);
    ASSERT_EQ(mappings.size(), 3U);
    EXPECT_EQ(mappings[0].path, "/tmp/a b/prog");
    EXPECT_EQ(mappings[0].start, 0x400000U);
    EXPECT_EQ(mappings[0].end, 0x401000U);
    EXPECT_EQ(mappings[0].file_offset, 0x1000U);
    EXPECT_EQ(mappings[0].time, 5U);
    EXPECT_EQ(mappings[1].path, "//anon");
    EXPECT_EQ(mappings[2].path, "[vdso]");
}

TEST_F(ProcTree, ReadOnlyPartsOfFiles) {
    put("maps",
        "7f0000002000-7f0000003000 r--p 00001000 08:01 42                         /tmp/a b/prog\n"
        "00400000-00401000 r-xp 00001000 08:01 42                         /tmp/a b/prog\n"
        "00600000-00601000 rw-p 00000000 08:01 42                         /tmp/a b/prog\n"
        "00700000-00701000 ---p 00000000 08:01 42                         /tmp/a b/prog\n"
        "7f0000000000-7f0000001000 r--p 00000000 00:00 0 \n"
        "7fff00000000-7fff00001000 r-xp 00000000 00:00 0                  [vdso]\n");
    const std::vector<AddressRange> ranges = read_only_file_ranges(7, root);
    ASSERT_EQ(ranges.size(), 2U);
    EXPECT_EQ(ranges[0].start, 0x400000U);
    EXPECT_EQ(ranges[0].end, 0x401000U);
    EXPECT_EQ(ranges[1].start, 0x7f0000002000U);
}

// Field 22 of stat counts clock ticks since the boot.
TEST_F(ProcTree, ProcessesKnowWhenTheyBegan) {
    put("stat", "7 (a) b) S 1 7 7 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 1000 4096 1\n");
    const auto seven = process_started_at(7, root);
    put("stat", "7 (a) b) S 1 7 7 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 1500 4096 1\n");
    const auto later = process_started_at(7, root);
    ASSERT_TRUE(seven && later);
    EXPECT_NEAR(static_cast<double>(*later - *seven), 500e9 / ::sysconf(_SC_CLK_TCK), 1e6);
    put("stat", "7 (a) b) S 1 7");
    EXPECT_FALSE(process_started_at(7, root));
}

TEST_F(ProcTree, ProcessesThatAreGoneHaveNothing) {
    EXPECT_FALSE(process_owner(8, root));
    EXPECT_FALSE(process_started_at(8, root));
    EXPECT_TRUE(threads_of(8, root).empty());
    EXPECT_TRUE(command_line(8, root).empty());
    EXPECT_TRUE(executable_mappings(8, 0, root).empty());
}

TEST(Procfs, ReadsThisProcess) {
    EXPECT_EQ(process_owner(::getpid()), ::getuid());
    const auto mappings = executable_mappings(::getpid(), 0);
    EXPECT_TRUE(std::any_of(mappings.begin(), mappings.end(), [](const auto& mapping) {
        const auto here = reinterpret_cast<uint64_t>(&process_owner);
        return mapping.start <= here && here < mapping.end;
    }));
}

}  // namespace
}  // namespace hotlock::collector
