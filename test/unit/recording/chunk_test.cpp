// A recording cut into chunks is the recording.
#include "common/recording/chunk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/recording/format.h"
#include "test/unit/recording/samples.h"
#include "test/unit/recording/spool.h"

namespace hotlock::recording {
namespace {

constexpr uint64_t second = 1'000'000'000;

std::vector<Chunk> chunks_of(const std::string& spool) {
    Reader reader(memory_file(spool), "memory");
    Cutter cutter;
    std::vector<Chunk> chunks;
    while (const auto encoded = reader.next_encoded())
        if (auto chunk = cutter.add(*encoded)) chunks.push_back(std::move(*chunk));
    if (auto chunk = cutter.finish()) chunks.push_back(std::move(*chunk));
    return chunks;
}

std::string all_bytes(const std::vector<Chunk>& chunks) {
    std::string bytes;
    for (const Chunk& chunk : chunks)
        bytes += chunk.bytes;
    return bytes;
}

std::vector<Record> records_of(const std::string& bytes) {
    std::vector<Record> records;
    EXPECT_TRUE(read_records(bytes, [&](const Encoded& encoded) {
        if (encoded.record) records.push_back(*encoded.record);
    }));
    return records;
}

// Seconds at which exits of a thread are made, one chunk in brackets.
std::string cut(const std::vector<double>& seconds) {
    std::string lines;
    for (const double at : seconds)
        lines += fmt::format("exit time={} pid=1 tid=1\n", static_cast<uint64_t>(at * second));
    std::string text;
    for (const Chunk& chunk : chunks_of(spool_of({lines})))
        text += fmt::format("[{}]", chunk.records);
    return text;
}

TEST(Chunk, HoldEveryRecordInOrder) {
    for (const std::string_view records : {every_record, extreme_records}) {
        const std::vector<Chunk> chunks = chunks_of(spool_of({std::string(records)}));
        EXPECT_GT(chunks.size(), 0U);
        EXPECT_EQ(records_of(all_bytes(chunks)), parse_lines(records));
    }
}

TEST(Chunk, KeepRecordsOfLaterVersions) {
    const std::string later("\x39\x30\x04\x00\x00\x00late", 10);
    std::string block = open_block() + later;
    seal_block(block);
    const std::vector<Chunk> chunks = chunks_of(file_header() + block);
    ASSERT_EQ(chunks.size(), 1U);
    EXPECT_EQ(chunks[0].bytes, later);
    EXPECT_EQ(chunks[0].records, 1U);
}

TEST(Chunk, EndAfterASecond) {
    EXPECT_EQ(cut({1, 1.5, 1.999, 2, 2.5, 3}), "[3][2][1]");
    EXPECT_EQ(cut({5, 5.2, 90, 90.5}), "[2][2]");
}

TEST(Chunk, TakeRecordsThatArriveLate) {
    EXPECT_EQ(cut({7, 6.9, 7.5, 6.2, 7.9}), "[5]");
}

TEST(Chunk, ABusySecondIsSplit) {
    std::string lines;
    const std::string name(100'000, 'x');
    for (int i = 0; i < 100; ++i)
        lines += "name time=5 pid=1 tid=1 name=" + name + "\n";
    const std::vector<Chunk> chunks = chunks_of(spool_of({lines}));
    EXPECT_EQ(chunks.size(), 3U);
    for (const Chunk& chunk : chunks)
        EXPECT_LE(chunk.bytes.size(), chunk_max);
    EXPECT_EQ(records_of(all_bytes(chunks)), parse_lines(lines));
}

TEST(Chunk, KnowTheTimeThatTheySpeakOf) {
    const std::vector<Chunk> chunks =
        chunks_of(spool_of({"meta key=host value=a\nexit time=700 pid=1 tid=1\n"
                            "sleep pid=1 tid=1 slept=300 ran=900\nname time=800 pid=1 tid=1\n"}));
    ASSERT_EQ(chunks.size(), 1U);
    EXPECT_EQ(chunks[0].span.first, 300U);
    EXPECT_EQ(chunks[0].span.last, 900U);
}

TEST(Chunk, AnEmptyRecordingHasNone) {
    EXPECT_TRUE(chunks_of(file_header()).empty());
}

TEST(Encoded, CutAndMalformedRecordsAreRefused) {
    const std::vector<Chunk> chunks = chunks_of(spool_of({std::string(every_record)}));
    const std::string& bytes = chunks.front().bytes;
    EXPECT_FALSE(read_records(bytes.substr(0, bytes.size() - 1), [](const Encoded&) {}));
    EXPECT_FALSE(read_records(bytes + "x", [](const Encoded&) {}));
    // A meta record whose text is longer than its body.
    EXPECT_FALSE(first_record(std::string_view("\x01\x00\x02\x00\x00\x00\x7fx", 8)));
    EXPECT_FALSE(first_record(std::string_view("\x01\x00\xff\xff\xff\xff", 6)));
}

TEST(Encoded, CanBeWrittenAgain) {
    const std::string spool = spool_of({std::string(every_record)});
    const UniqueFd file = memory_file();
    Writer writer(UniqueFd(::dup(file.get())), "memory");
    Reader reader(memory_file(spool), "memory");
    while (const auto encoded = reader.next_encoded())
        writer.append_encoded(encoded->bytes);
    writer.flush();
    EXPECT_EQ(contents(file.get()), spool);
}

// The largest record that a block can hold does not fit behind anything else.
TEST(Encoded, HugeRecordsGetBlocksOfTheirOwn) {
    std::string huge("\x39\x30\xfa\xff\x3f\x00", 6);  // type 12345, 4 Mi - 6 bytes
    huge.resize(block_max, 'x');
    const std::string small("\x39\x30\x01\x00\x00\x00x", 7);
    const UniqueFd file = memory_file();
    Writer writer(UniqueFd(::dup(file.get())), "memory");
    for (const std::string& record : {small, huge, small})
        writer.append_encoded(record);
    writer.flush();
    const std::vector<Chunk> chunks = chunks_of(contents(file.get()));
    ASSERT_EQ(chunks.size(), 3U);
    EXPECT_EQ(all_bytes(chunks), small + huge + small);
}

}  // namespace
}  // namespace hotlock::recording
