// What is written is read back, by every record type.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "common/base/error.h"
#include "common/recording/format.h"
#include "test/unit/recording/samples.h"
#include "test/unit/recording/spool.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock::recording {
namespace {

TEST(RoundTrip, SamplesHaveEveryRecordType) {
    std::set<size_t> types;
    for (const Record& record : parse_lines(every_record))
        types.insert(record.index());
    EXPECT_EQ(types.size(), std::variant_size_v<Record>);
}

TEST(RoundTrip, EveryRecord) {
    const Reading reading = read_bytes(spool_of({std::string(every_record)}));
    EXPECT_EQ(reading.records, parse_lines(every_record));
    EXPECT_EQ(reading.damaged, 0u);
}

TEST(RoundTrip, ExtremeValues) {
    const Reading reading = read_bytes(spool_of({std::string(extreme_records)}));
    EXPECT_EQ(reading.records, parse_lines(extreme_records));
    EXPECT_EQ(reading.damaged, 0u);
}

TEST(RoundTrip, ManyBlocksKeepTheOrder) {
    const UniqueFd file = memory_file();
    Writer writer(UniqueFd(::dup(file.get())), "memory");
    constexpr uint64_t count = 20'000;
    for (uint64_t i = 0; i < count; ++i)
        writer.append(Lost{"probe", "what", i});
    writer.flush();
    EXPECT_GT(writer.bytes(), 4 * block_full);

    Reader reader(UniqueFd(::dup(file.get())), "memory");
    for (uint64_t i = 0; i < count; ++i) {
        const auto record = reader.next();
        ASSERT_TRUE(record);
        ASSERT_EQ(*record, Record(Lost{"probe", "what", i}));
    }
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(RoundTrip, RecordLargerThanABlock) {
    const Meta meta{"command", std::string(3 * block_full, 'x')};
    const UniqueFd file = memory_file();
    Writer writer(UniqueFd(::dup(file.get())), "memory");
    writer.append(meta);
    writer.append(Lost{});
    writer.flush();
    EXPECT_EQ(read_bytes(contents(file.get())).records, (std::vector<Record>{meta, Lost{}}));
}

TEST(RoundTrip, TextBeyondTheLimitIsCut) {
    const UniqueFd file = memory_file();
    Writer writer(UniqueFd(::dup(file.get())), "memory");
    writer.append(Meta{"command", std::string(string_max + 5, 'x')});
    writer.flush();
    const Reading reading = read_bytes(contents(file.get()));
    ASSERT_EQ(reading.records.size(), 1u);
    EXPECT_EQ(std::get<Meta>(reading.records[0]).value.size(), string_max);
}

TEST(RoundTrip, SleepIsCompact) {
    const std::string sleep =
        "sleep pid=4194303 tid=4194304 slept=86400000000000 woken=86400001000000 "
        "ran=86400001050000 addr=0x7f0000001040 op=0 value=2 waker=4194303/4194305 "
        "cpu=127 stack=0xfedcba9876543210 waker_stack=0x123456789abcdef0 sp=0x7f0000001230 "
        "ran_ns=5000000";
    const size_t size = spool_of({sleep}).size() - file_header_size - block_header_size;
    EXPECT_LT(size, 100u);
}

TEST(Writer, FileIsPrivateNewAndNamedAfterThePrefix) {
    const TemporaryDirectory directory;
    const Writer first(directory.file("hotlock.db"));
    const Writer second(directory.file("hotlock.db"));
    EXPECT_NE(first.path(), second.path());
    EXPECT_TRUE(first.path().starts_with(directory.file("hotlock.db.")));
    EXPECT_TRUE(first.path().ends_with(".spool"));
    struct stat status {};
    ASSERT_EQ(::stat(first.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600u);
}

TEST(Writer, NothingReachesTheFileBeforeFlush) {
    const TemporaryDirectory directory;
    Writer writer(directory.file("run"));
    writer.append(Lost{"sleeps", "stacks", 1});
    Reader before(writer.path());
    EXPECT_FALSE(before.next());
    writer.flush();
    writer.flush();
    Reader after(writer.path());
    EXPECT_EQ(read_all(after).records, (std::vector<Record>{Lost{"sleeps", "stacks", 1}}));
}

TEST(Writer, MissingDirectoryIsAnErrorWithAHint) {
    try {
        const Writer writer("/nonexistent/directory/run");
        FAIL() << "created " << writer.path();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos);
        EXPECT_NE(error.hint(), "");
    }
}

}  // namespace
}  // namespace hotlock::recording
