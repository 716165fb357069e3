#include "collector/jit_code.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "common/recording/describe.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock::collector {
namespace {

// Numbers that no process has.
constexpr const char* maps =
    "map pid=4194500 start=0x1000 end=0x2000 path=//anon\n"
    "map pid=4194500 start=0x400000 end=0x500000 path=/bin/app\n";

class JitCodeTest : public testing::Test {
  protected:
    JitCodeTest() {
        put("4194500", "1000 100 first\n1100 100 second\n1200 100 third\n400000 1000 app\n");
        lines(maps);
    }

    void put(const std::string& pid, const std::string& text) const {
        std::ofstream(folder_.file("perf-" + pid + ".map")) << text;
    }

    void lines(std::string_view text) {
        for (const recording::Record& record : recording::parse_lines(text)) {
            images_.observe(record);
            code_.observe(record);
        }
    }

    // Names of what `take` gives.
    std::string names(void (JitCode::*take)(const JitCode::OnSymbol&)) {
        std::string names;
        (code_.*take)([&](const recording::JitSymbol& symbol) { names += symbol.name + " "; });
        return names;
    }

    TemporaryDirectory folder_;
    unwind::ImageMap images_;
    JitCode code_{images_, ::getuid(), folder_.file("")};
};

TEST_F(JitCodeTest, NamesWhatSamplesAndStacksMet) {
    lines("sample thread=4194500/1 ip=0x1010");
    EXPECT_EQ(names(&JitCode::name_all), "first ");
    lines("stack pid=4194500 frames=0x400010,0x1200");  // the call before 0x1200 is in `second`
    EXPECT_EQ(names(&JitCode::name_all), "second ");
    lines("slice pid=4194500 ip=0x400010 words=3:0x1280");
    EXPECT_EQ(names(&JitCode::name_all), "third ");
}

TEST_F(JitCodeTest, CodeOfFilesHasNamesElsewhere) {
    lines("sample thread=4194500/1 ip=0x400010");
    EXPECT_EQ(names(&JitCode::name_all), "");
}

TEST_F(JitCodeTest, NothingIsSaidTwice) {
    lines("sample thread=4194500/1 ip=0x1010");
    EXPECT_EQ(names(&JitCode::name_all), "first ");
    EXPECT_EQ(names(&JitCode::name_all), "");
}

TEST_F(JitCodeTest, AProcessThatEndsIsNamedAtOnce) {
    lines("sample thread=4194500/1 ip=0x1010");
    EXPECT_EQ(names(&JitCode::name_ended), "");
    lines("exit pid=4194500 tid=4194501");
    EXPECT_EQ(names(&JitCode::name_ended), "");
    lines("exit pid=4194500 tid=4194500");
    EXPECT_EQ(names(&JitCode::name_ended), "first ");
    std::filesystem::remove(folder_.file("perf-4194500.map"));
    EXPECT_EQ(names(&JitCode::name_all), "");
}

TEST_F(JitCodeTest, ChildrenHaveMapsOfTheirOwn) {
    put("4194600", "1000 100 child\n");
    lines(
        "thread time=5 pid=4194600 tid=4194600 parent=4194500\n"
        "sample time=6 thread=4194600/4194600 ip=0x1010");
    EXPECT_EQ(names(&JitCode::name_all), "child ");
}

}  // namespace
}  // namespace hotlock::collector
