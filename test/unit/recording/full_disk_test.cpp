// A disk that has no room left: an Error, and the blocks before it stay readable.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>

#include "common/base/error.h"
#include "test/unit/recording/spool.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock::recording {
namespace {

// Files may not grow beyond a size while this lives.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(uint64_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        handler_ = ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

  private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};

const Meta large{"command", std::string(20'000, 'x')};

void flush_into_limit(Writer& writer, uint64_t room) {
    const FileSizeLimit limit(writer.bytes() + room);
    EXPECT_THROW(writer.flush(), Error);
}

TEST(FullDisk, ShortWriteIsAnErrorAndLeavesNoPartOfTheBlock) {
    const TemporaryDirectory directory;
    Writer writer(directory.file("run"));
    writer.append(Lost{"first", "", 1});
    writer.flush();
    writer.append(large);
    flush_into_limit(writer, 5'000);

    Reader reader(writer.path());
    const Reading reading = read_all(reader);
    EXPECT_EQ(reading.records, (std::vector<Record>{Lost{"first", "", 1}}));
    EXPECT_EQ(reading.damaged, 0u);
}

TEST(FullDisk, WritingGoesOnWhenThereIsRoomAgain) {
    const TemporaryDirectory directory;
    Writer writer(directory.file("run"));
    writer.append(large);
    flush_into_limit(writer, 0);
    writer.append(Lost{"second", "", 2});
    writer.flush();

    Reader reader(writer.path());
    const Reading reading = read_all(reader);
    EXPECT_EQ(reading.records, (std::vector<Record>{Lost{"second", "", 2}}));
    EXPECT_EQ(reading.damaged, 0u);
}

TEST(FullDisk, ErrorNamesTheReasonAndAWayOut) {
    try {
        const Writer writer(UniqueFd(::open("/dev/full", O_WRONLY | O_CLOEXEC)), "a.spool");
        FAIL() << "wrote to a full disk";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("a.spool: No space left"), std::string::npos);
        EXPECT_NE(error.hint().find("free some space"), std::string::npos);
    }
}

TEST(FullDisk, NoFileIsLeftWhenNotEvenTheHeaderFits) {
    const TemporaryDirectory directory;
    {
        const FileSizeLimit limit(8);
        EXPECT_THROW(Writer(directory.file("run")), Error);
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory.file("")));
}

}  // namespace
}  // namespace hotlock::recording
