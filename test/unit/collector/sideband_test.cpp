#include <gtest/gtest.h>

#include <cstring>

#include "collector/perf_events.h"
#include "collector/sideband_reader.h"

namespace hotlock::collector {
namespace {

// Puts a perf record together field by field, as the kernel lays it out.
class RecordBytes {
  public:
    template <class T>
    RecordBytes& add(T value) {
        const auto* bytes = reinterpret_cast<const char*>(&value);
        bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
        return *this;
    }

    RecordBytes& text(const std::string& text) {
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        bytes_.resize((bytes_.size() + 8) / 8 * 8);  // a NUL at least, then up to 8 bytes
        return *this;
    }

    std::optional<recording::Record> parse(uint32_t type, uint16_t misc, uint64_t time) {
        add<uint32_t>(10).add<uint32_t>(11).add(time);  // trailer: pid, tid, time
        perf_event_header header{type, misc, static_cast<uint16_t>(bytes_.size() + sizeof header)};
        std::vector<char> all(sizeof header);
        std::memcpy(all.data(), &header, sizeof header);
        all.insert(all.end(), bytes_.begin(), bytes_.end());
        return parse_sideband(header, all);
    }

  private:
    std::vector<char> bytes_;
};

TEST(Sideband, MappingWithBuildId) {
    RecordBytes bytes;
    bytes.add<uint32_t>(10).add<uint32_t>(11);
    bytes.add<uint64_t>(0x7f0000001000).add<uint64_t>(0x2000).add<uint64_t>(0x3000);
    bytes.add<uint8_t>(4).add<uint8_t>(0).add<uint16_t>(0);
    for (const uint32_t word : {0x04030201U, 0U, 0U, 0U, 0U})
        bytes.add(word);
    bytes.add<uint32_t>(5).add<uint32_t>(2).text("/usr/lib/libx.so");
    const auto record = bytes.parse(PERF_RECORD_MMAP2, PERF_RECORD_MISC_MMAP_BUILD_ID, 77);
    ASSERT_TRUE(record);
    const auto& mapping = std::get<recording::Mapping>(*record);
    EXPECT_EQ(mapping.pid, 10U);
    EXPECT_EQ(mapping.time, 77U);
    EXPECT_EQ(mapping.start, 0x7f0000001000U);
    EXPECT_EQ(mapping.end, 0x7f0000003000U);
    EXPECT_EQ(mapping.file_offset, 0x3000U);
    EXPECT_EQ(mapping.build_id, "\1\2\3\4");
    EXPECT_EQ(mapping.path, "/usr/lib/libx.so");
}

TEST(Sideband, NameOfAnExec) {
    const auto record = RecordBytes()
                            .add<uint32_t>(10)
                            .add<uint32_t>(10)
                            .text("cryptobench")
                            .parse(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, 5);
    ASSERT_TRUE(record);
    const auto& name = std::get<recording::ThreadName>(*record);
    EXPECT_EQ(name.name, "cryptobench");
    EXPECT_TRUE(name.exec);
}

TEST(Sideband, ForkAndExit) {
    const auto task = [](uint32_t type) {
        return RecordBytes()
            .add<uint32_t>(20)
            .add<uint32_t>(10)
            .add<uint32_t>(21)
            .add<uint32_t>(11)
            .add<uint64_t>(900)
            .parse(type, 0, 901);
    };
    const auto start = std::get<recording::ThreadStart>(*task(PERF_RECORD_FORK));
    EXPECT_EQ(start.pid, 20U);
    EXPECT_EQ(start.tid, 21U);
    EXPECT_EQ(start.parent_pid, 10U);
    EXPECT_EQ(start.time, 900U);
    EXPECT_EQ(std::get<recording::ThreadExit>(*task(PERF_RECORD_EXIT)).tid, 21U);
}

TEST(Sideband, LossIsReported) {
    const auto record =
        RecordBytes().add<uint64_t>(1).add<uint64_t>(42).parse(PERF_RECORD_LOST, 0, 1);
    EXPECT_EQ(std::get<recording::Lost>(*record).count, 42U);
}

TEST(Sideband, ShortRecordsAreRefusedOrReadAsZero) {
    perf_event_header header{PERF_RECORD_MMAP2, 0, sizeof header};
    std::vector<char> bytes(sizeof header);
    EXPECT_FALSE(parse_sideband(header, bytes));
    EXPECT_TRUE(RecordBytes().parse(PERF_RECORD_MMAP2, 0, 1));  // all fields zero
}

TEST(Sideband, OnlineCpusFollowTheKernelList) {
    const std::vector<int> cpus = online_cpus();
    EXPECT_FALSE(cpus.empty());
    EXPECT_EQ(cpus.front(), 0);
}

TEST(BuildId, OfThisProgramIsTwentyBytes) {
    EXPECT_EQ(read_build_id("/proc/self/exe").size(), 20U);
}

TEST(BuildId, OddFilesHaveNone) {
    EXPECT_EQ(read_build_id("/etc/passwd"), "");
    EXPECT_EQ(read_build_id("/no/such/file"), "");
    EXPECT_EQ(read_build_id("/dev/zero"), "");
    EXPECT_EQ(read_build_id("//anon"), "");
}

}  // namespace
}  // namespace hotlock::collector
