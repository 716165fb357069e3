// The bytes of version 1 never change: files that were written must stay readable.
#include "common/recording/format.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "test/unit/recording/samples.h"
#include "test/unit/recording/spool.h"

namespace hotlock::recording {
namespace {

// Relative to the root of the repository, where the tests run.
constexpr const char* kept_file = "test/fuzz/seeds/recording/every_record.spool";

std::string kept_bytes() {
    std::ifstream file(kept_file, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

// Check value of CRC-32C as catalogued for the nine digits, and RFC 3720 B.4 (32 bytes of zeros).
TEST(Format, ChecksumIsCrc32c) {
    EXPECT_EQ(crc32c("123456789"), 0xE3069283u);
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAu);
}

TEST(Format, FileAndBlockHeader) {
    const std::string bytes = spool_of({"lost count=300"});
    const std::string expected(
        "hotlock\0\1\0\0\0\0\0\0\0"  // magic, version 1.0
        "HLBK\x0a\0\0\0",            // magic, 10 bytes
        24);
    EXPECT_EQ(bytes.substr(0, expected.size()), expected);
    EXPECT_EQ(bytes.substr(28), std::string("\x0b\0\4\0\0\0\0\0\xac\2", 10));
}

TEST(Format, WritesTheKeptFile) {
    EXPECT_EQ(spool_of({std::string(every_record)}), kept_bytes());
}

TEST(Format, ReadsTheKeptFile) {
    const Reading reading = read_bytes(kept_bytes());
    EXPECT_EQ(reading.records, parse_lines(every_record));
    EXPECT_EQ(reading.damaged, 0u);
}

}  // namespace
}  // namespace hotlock::recording
