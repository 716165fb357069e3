// Whatever is in the file: no crash, no absurd allocation, and everything before the damage.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "common/base/error.h"
#include "common/recording/codec.h"
#include "common/recording/format.h"
#include "test/unit/recording/samples.h"
#include "test/unit/recording/spool.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock::recording {
namespace {

const std::vector<std::string> blocks{"lost count=1\nlost count=2", "exit time=3 pid=10 tid=11",
                                      "end time=4 exit=0"};

std::vector<Record> records_of_first(size_t count) {
    std::vector<Record> records;
    for (size_t i = 0; i < count; ++i) {
        for (const Record& record : parse_lines(blocks[i]))
            records.push_back(record);
    }
    return records;
}

// Sizes of the file after its header and after each block.
std::vector<size_t> whole_sizes() {
    std::vector<size_t> sizes;
    for (size_t i = 0; i <= blocks.size(); ++i) {
        sizes.push_back(
            spool_of({blocks.begin(), blocks.begin() + static_cast<ptrdiff_t>(i)}).size());
    }
    return sizes;
}

size_t whole_blocks_before(size_t offset) {
    const std::vector<size_t> sizes = whole_sizes();
    size_t count = 0;
    while (count + 1 < sizes.size() && sizes[count + 1] <= offset)
        ++count;
    return count;
}

// A file with one block that has a right checksum.
std::string spool_around(const std::string& payload) {
    std::string block = open_block() + payload;
    seal_block(block);
    return file_header() + block;
}

std::string record_bytes(uint16_t type, const std::string& body) {
    std::string bytes;
    put_u16(bytes, type);
    put_u32(bytes, static_cast<uint32_t>(body.size()));
    return bytes + body;
}

std::string encoded(std::string_view line) {
    std::string bytes;
    encode(parse_line(line), bytes);
    return bytes;
}

constexpr uint16_t lost_type = 11;
constexpr uint16_t stack_type = 7;
constexpr uint16_t slice_type = 8;

TEST(Damage, EveryTruncationKeepsTheWholeBlocks) {
    const std::string whole = spool_of(blocks);
    const std::vector<size_t> sizes = whole_sizes();
    for (size_t length = file_header_size; length <= whole.size(); ++length) {
        const Reading reading = read_bytes(whole.substr(0, length));
        const size_t kept = whole_blocks_before(length);
        EXPECT_EQ(reading.records, records_of_first(kept)) << "cut at " << length;
        EXPECT_EQ(reading.damaged, length - sizes[kept]) << "cut at " << length;
    }
}

TEST(Damage, EveryFlippedBitIsNoticed) {
    const std::string whole = spool_of(blocks);
    const std::vector<size_t> sizes = whole_sizes();
    for (size_t bit = file_header_size * 8; bit < whole.size() * 8; ++bit) {
        std::string bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
        const Reading reading = read_bytes(bytes);
        const size_t kept = whole_blocks_before(bit / 8);
        EXPECT_EQ(reading.records, records_of_first(kept)) << "bit " << bit;
        EXPECT_EQ(reading.damaged, whole.size() - sizes[kept]) << "bit " << bit;
    }
}

TEST(Damage, TooShortForAHeaderIsNoRecording) {
    const std::string header = file_header();
    for (size_t length = 0; length < header.size(); ++length) {
        EXPECT_THROW(read_bytes(header.substr(0, length)), Error);
    }
    EXPECT_TRUE(read_bytes(header).records.empty());
}

TEST(Damage, OtherMagicIsNoRecording) {
    std::string bytes = spool_of(blocks);
    bytes[0] = 'H';
    EXPECT_THROW(read_bytes(bytes), Error);
}

TEST(Damage, NewerMajorVersionIsRefusedByName) {
    std::string bytes = spool_of(blocks);
    set_u32(bytes, file_magic.size(), major_version + 1);
    try {
        read_bytes(bytes);
        FAIL() << "read version " << major_version + 1;
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("newer"), std::string::npos);
        EXPECT_EQ(error.hint(), "update hotlock");
    }
}

TEST(Damage, NewerMinorVersionIsRead) {
    std::string bytes = spool_of(blocks);
    set_u32(bytes, file_magic.size() + 4, minor_version + 7);
    EXPECT_EQ(read_bytes(bytes).records, records_of_first(3));
}

TEST(Damage, UnknownRecordTypesAreSkipped) {
    const std::string payload =
        encoded("lost count=1") + record_bytes(60'000, "anything") + encoded("lost count=2");
    const Reading reading = read_bytes(spool_around(payload));
    EXPECT_EQ(reading.records, parse_lines("lost count=1\nlost count=2"));
    EXPECT_EQ(reading.damaged, 0u);
}

TEST(Damage, FieldsOfOtherMinorVersions) {
    const std::string shorter = record_bytes(lost_type, "\1a");
    const std::string longer = record_bytes(lost_type, "\1a\1b\7and more");
    const Reading reading = read_bytes(spool_around(shorter + longer));
    EXPECT_EQ(reading.records, parse_lines("lost probe=a\nlost probe=a what=b count=7"));
    EXPECT_EQ(reading.damaged, 0u);
}

TEST(Damage, AbsurdBlockLengths) {
    for (const uint32_t length : {0u, 1u << 10, uint32_t{block_max}, ~0u}) {
        std::string bytes = spool_of({blocks[0]});
        const size_t trusted = bytes.size();
        bytes += block_magic;
        put_u32(bytes, length);
        put_u32(bytes, crc32c(""));
        const Reading reading = read_bytes(bytes);
        EXPECT_EQ(reading.records, records_of_first(1)) << length;
        EXPECT_EQ(reading.damaged, bytes.size() - trusted) << length;
    }
}

// The file is as long as the block says, but no reader takes so much at once.
TEST(Damage, BlocksBeyondTheLimit) {
    std::string bytes = file_header();
    bytes += block_magic;
    put_u32(bytes, block_max + 1);
    put_u32(bytes, 0);
    bytes += std::string(block_max + 1, '\0');
    EXPECT_EQ(read_bytes(bytes).damaged, bytes.size() - file_header_size);
}

class MalformedRecord : public testing::TestWithParam<std::string> {};

TEST_P(MalformedRecord, EndsTheRecording) {
    const std::string good = encoded("lost count=1");
    const std::string bytes = spool_around(good + GetParam() + good);
    const Reading reading = read_bytes(bytes);
    EXPECT_EQ(reading.records, parse_lines("lost count=1"));
    EXPECT_EQ(reading.damaged, GetParam().size() + good.size());
}

// A stack body up to its list: key, time 0, pid 0, complete 0.
const std::string stack_head = std::string(8, '\1') + std::string(3, '\0');
// A slice body up to its words: key, time, pid, no frames, ip, sp, fp, length.
const std::string slice_head = std::string(8, '\1') + std::string(7, '\0');
const std::string huge = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\1";          // 2^64 - 1
const std::string overlong = "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\1";  // eleven bytes
const std::string beyond = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\2";        // 2^64 and more

INSTANTIATE_TEST_SUITE_P(
    Damage, MalformedRecord,
    testing::Values("\x0b\1",                                  // cut header
                    std::string("\x0b\0\xff\xff\xff\xff", 6),  // body behind the block
                    record_bytes(60'000, "").substr(0, 2) +
                        "\xff\xff\xff\x7f",                           // likewise, unknown
                    record_bytes(lost_type, "\5abc"),                 // text behind the body
                    record_bytes(lost_type, huge),                    // absurd text length
                    record_bytes(lost_type, "\1a\1b" + overlong),     //
                    record_bytes(lost_type, "\1a\1b" + beyond),       //
                    record_bytes(lost_type, "\1a\1b\x80"),            // number without end
                    record_bytes(stack_type, "\1\2\3"),               // cut key
                    record_bytes(stack_type, stack_head + "\3\2\2"),  // 3 frames, has 2
                    record_bytes(stack_type, stack_head + huge),      // absurd count
                    record_bytes(stack_type, std::string(8, '\1') + huge + huge),  // pid of 64 bits
                    record_bytes(slice_type, slice_head + "\2\1\1\1"),  // word without value
                    record_bytes(slice_type, slice_head + "\2\1\1" + std::string("\0\1", 2)),
                    record_bytes(slice_type, slice_head + huge)));

TEST(Reader, MissingFile) {
    const TemporaryDirectory directory;
    EXPECT_THROW(Reader(directory.file("none.spool")), Error);
}

TEST(Reader, FollowsNoLink) {
    const TemporaryDirectory directory;
    const Writer writer(directory.file("run"));
    const std::string link = directory.file("link.spool");
    std::filesystem::create_symlink(writer.path(), link);
    EXPECT_THROW(Reader{link}, Error);
    EXPECT_NO_THROW(Reader{writer.path()});
}

TEST(Reader, RegularFilesOnly) {
    const TemporaryDirectory directory;
    const std::string fifo = directory.file("fifo.spool");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_THROW(Reader{fifo}, Error);
    EXPECT_THROW(Reader{directory.file("")}, Error);
    EXPECT_THROW(Reader{"/dev/zero"}, Error);
}

}  // namespace
}  // namespace hotlock::recording
