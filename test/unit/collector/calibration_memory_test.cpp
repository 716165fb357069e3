// What is remembered of a calibration, and what is not believed.
#include "collector/calibration_memory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "test/unit/recording/temporary_directory.h"

namespace hotlock::collector {
namespace {

namespace fs = std::filesystem;

const std::string key = "boot-1 6.1.0 Some CPU";

Calibration with_ticks(uint64_t expected, uint64_t all) {
    Calibration calibration;
    for (const Stall stall : {Stall::load, Stall::atomic}) {
        StallTicks ticks{.stall = stall};
        ticks.behind[1] = expected;
        ticks.elsewhere = all - expected;
        calibration.add(ticks);
    }
    return calibration;
}

class Memory : public testing::Test {
  protected:
    std::string cache() const { return directory_.file("cache"); }
    fs::path file() const { return cache() + "/hotlock/calibration"; }

    // Replaces what stands in the file.
    void put(const std::string& text) const { std::ofstream(file(), std::ios::binary) << text; }

    std::string text() const {
        std::ostringstream contents;
        contents << std::ifstream(file()).rdbuf();
        return contents.str();
    }

  private:
    TemporaryDirectory directory_;
};

TEST_F(Memory, RecallsWhatWasRemembered) {
    EXPECT_FALSE(recall(cache(), key));
    ASSERT_TRUE(remember(cache(), key, with_ticks(62, 100)));
    const auto known = recall(cache(), key);
    ASSERT_TRUE(known);
    EXPECT_FALSE(judge(*known).on);
    EXPECT_DOUBLE_EQ(judge(*known).expected_share.value(), 0.62);
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    EXPECT_TRUE(judge(recall(cache(), key).value()).on);
}

TEST_F(Memory, TheFileIsPrivateAndAlone) {
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    struct stat status {};
    ASSERT_EQ(::stat(file().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);
    EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), {}), 1);
}

TEST_F(Memory, AnotherMachineOrStartOfItIsNotThis) {
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    for (const char* other : {"boot-2 6.1.0 Some CPU", "boot-1 6.1.0 Some CP", "", "boot-1"})
        EXPECT_FALSE(recall(cache(), other)) << other;
}

TEST_F(Memory, WhatTellsNothingIsNotKept) {
    EXPECT_FALSE(remember(cache(), key, with_ticks(10, 10)));
    EXPECT_FALSE(remember(cache(), key, {"one core", {}, {}}));
    EXPECT_FALSE(remember(cache(), "", with_ticks(99, 100)));
    EXPECT_FALSE(fs::exists(file()));
}

TEST_F(Memory, OtherContentsAreNotBelieved) {
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    const std::string good = text();
    for (const std::string& bad :
         {std::string(), good + "x", good + "meta key=a value=b\n", good.substr(0, 30),
          good.substr(0, good.rfind("calibration")), good + std::string(8192, 'a'),
          good.substr(0, good.find('\n') + 1) + good, std::string(100, '\0'),
          good + "calibration expected=99999999999999999999\n"}) {
        put(bad);
        EXPECT_FALSE(recall(cache(), key)) << bad.substr(0, 300);
    }
    put(good);
    EXPECT_TRUE(recall(cache(), key));
}

TEST_F(Memory, LinksAreNotFollowed) {
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    const std::string victim = cache() + "/victim";
    fs::rename(file(), victim);
    fs::create_symlink(victim, file());
    EXPECT_FALSE(recall(cache(), key));
    // Remembering puts a file in the link's place.
    const auto size = fs::file_size(victim);
    ASSERT_TRUE(remember(cache(), key, with_ticks(620, 1000)));
    EXPECT_FALSE(fs::is_symlink(file()));
    EXPECT_EQ(fs::file_size(victim), size);

    fs::rename(file().parent_path(), cache() + "/elsewhere");
    fs::create_directory_symlink(cache() + "/elsewhere", file().parent_path());
    EXPECT_FALSE(recall(cache(), key));
    EXPECT_FALSE(remember(cache(), key, with_ticks(99, 100)));
}

TEST_F(Memory, OddFilesAreNotRead) {
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    fs::remove(file());
    ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
    EXPECT_FALSE(recall(cache(), key));  // and does not wait for a writer
    fs::remove(file());
    fs::create_directory(file());
    EXPECT_FALSE(recall(cache(), key));
    EXPECT_FALSE(remember(cache(), key, with_ticks(99, 100)));
}

TEST_F(Memory, WhatOthersMayWriteIsNotBelieved) {
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    ASSERT_EQ(::chmod(file().c_str(), 0606), 0);
    EXPECT_FALSE(recall(cache(), key));
    ASSERT_EQ(::chmod(file().c_str(), 0600), 0);
    ASSERT_EQ(::chmod(file().parent_path().c_str(), 0777), 0);
    EXPECT_FALSE(recall(cache(), key));
}

TEST_F(Memory, FilesOfOthersAreNotBelieved) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root";
    ASSERT_TRUE(remember(cache(), key, with_ticks(99, 100)));
    ASSERT_EQ(::chown(file().c_str(), 65534, 65534), 0);
    EXPECT_FALSE(recall(cache(), key));
}

TEST_F(Memory, NowhereToRememberIsNoFault) {
    EXPECT_FALSE(remember("", key, with_ticks(99, 100)));
    EXPECT_FALSE(remember("/proc/nowhere", key, with_ticks(99, 100)));
    EXPECT_FALSE(recall("", key));
}

}  // namespace
}  // namespace hotlock::collector
