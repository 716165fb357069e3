// Raw recordings in the store: what comes out is what went in, or is told to be missing.
#include "analyzer/store/raw.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <random>

#include "analyzer/store/compression.h"
#include "analyzer/store/store.h"
#include "test/unit/recording/samples.h"
#include "test/unit/recording/spool.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

using recording::Encoded;
using recording::Record;

RawRecording packed(const std::vector<Record>& records,
                    std::optional<uint64_t> limit = std::nullopt) {
    RawPacker packer(limit);
    for (const Record& record : records) {
        recording::Chunk one;
        recording::append(one, record);
        packer.add({one.bytes, record});
    }
    return packer.finish();
}

RawRecording packed(std::string_view lines, std::optional<uint64_t> limit = std::nullopt) {
    return packed(recording::parse_lines(lines), limit);
}

// Sleeps of some seconds that hardly compress, about 4 KB a second, between a head and an end.
std::vector<Record> busy_run(unsigned seconds) {
    std::vector<Record> records = recording::parse_lines("meta key=host value=here");
    std::mt19937_64 random(seconds);
    for (uint64_t i = 0; i < seconds * uint64_t{100}; ++i) {
        recording::Sleep sleep;
        sleep.slept_at = 1'000'000'000 + i * 10'000'000;
        sleep.ran_at = sleep.slept_at + 1'000;
        sleep.address = random();
        sleep.stack = random();
        sleep.waker_stack = random();
        records.emplace_back(sleep);
    }
    records.push_back(recording::parse_line("jit pid=10 start=0x7000 size=64 name=Main.add"));
    records.push_back(recording::parse_line("end time=99000000000 exit=0"));
    return records;
}

uint64_t size_of(const RawRecording& raw) {
    uint64_t size = 0;
    for (const PackedChunk& chunk : raw.chunks)
        size += chunk.data.size();
    return size;
}

class StoreRaw : public testing::Test {
  protected:
    Saved save(const RawRecording& raw, std::optional<uint64_t> total = std::nullopt) {
        return Store(path_, Store::Mode::write).save(sample_profile(), raw, total);
    }

    std::vector<Record> load(uint32_t run) {
        std::vector<Record> records;
        Store(path_, Store::Mode::read).read_raw(RunId{run}, [&](const Encoded& encoded) {
            records.push_back(*encoded.record);
        });
        return records;
    }

    std::string error_of_loading(uint32_t run) {
        return error_of([&] { load(run); });
    }

    std::string states() {
        std::string text;
        for (const RunRow& row : Store(path_, Store::Mode::read).runs())
            text += fmt::format("{} ", to_string(row.raw));
        return text;
    }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("hotlock.db");
};

TEST_F(StoreRaw, EveryRecordComesBack) {
    for (const std::string_view lines : {recording::every_record, recording::extreme_records}) {
        const RunId id = save(packed(lines)).id;
        EXPECT_EQ(load(id.value), recording::parse_lines(lines));
    }
    EXPECT_EQ(states(), "whole whole ");
}

TEST_F(StoreRaw, AChunkASecond) {
    const std::vector<Record> records = busy_run(5);
    save(packed(records));
    EXPECT_EQ(load(1), records);
    EXPECT_EQ(ask_sql(path_, "SELECT group_concat(records) FROM chunks"), "101,100,100,100,101,1");
    EXPECT_EQ(ask_sql(path_, "SELECT start_ns || '-' || end_ns FROM chunks WHERE id = 2"),
              "2000000000-2990001000");
    EXPECT_EQ(ask_sql(path_, "SELECT raw_bytes = (SELECT sum(packed_bytes) FROM chunks) FROM runs"),
              "1");
}

TEST_F(StoreRaw, OverTheLimitTheBeginningStaysWithNamesAndSaysSo) {
    const std::vector<Record> all = busy_run(20);
    const RawRecording raw = packed(all, 40'000);
    EXPECT_LE(size_of(raw), 40'000U);
    EXPECT_GT(size_of(raw), 20'000U);
    EXPECT_NE(raw.warning.find("cut at its limit of 39.1 KiB: only the first"), std::string::npos)
        << raw.warning;
    save(raw);
    EXPECT_EQ(states(), "cut ");
    const std::vector<Record> kept = load(1);
    ASSERT_GT(kept.size(), 500U);
    EXPECT_LT(kept.size(), 1500U);
    const auto beginning = static_cast<ptrdiff_t>(kept.size() - 2);
    EXPECT_TRUE(std::equal(kept.begin(), kept.begin() + beginning, all.begin()));
    EXPECT_EQ(kept[kept.size() - 2], Record(recording::Meta{"cut", "1"}));
    EXPECT_EQ(recording::describe(kept.back()), "jit pid=10 start=0x7000 size=64 name=Main.add");
}

TEST_F(StoreRaw, WhatWasCutStaysCut) {
    save(packed(busy_run(20), 40'000));
    EXPECT_EQ(packed(load(1)).state, RawState::cut);
    EXPECT_EQ(packed(load(1)).warning, "");
}

TEST_F(StoreRaw, ManyNamesDoNotBreakTheLimit) {
    std::vector<Record> records = busy_run(20);
    std::mt19937_64 random(1);
    for (int i = 0; i < 5'000; ++i)
        records.emplace_back(recording::JitSymbol{1, random(), 64, fmt::format("f{}", random())});
    const RawRecording raw = packed(records, 40'000);
    EXPECT_EQ(raw.state, RawState::cut);
    EXPECT_LE(size_of(raw), 40'000U);
}

TEST_F(StoreRaw, ALimitBelowTheFirstSecondKeepsNothingAndSaysSo) {
    const RawRecording raw = packed(busy_run(2), 1'000);
    EXPECT_EQ(raw.state, RawState::none);
    EXPECT_TRUE(raw.chunks.empty());
    EXPECT_NE(raw.warning.find("not kept"), std::string::npos);
}

TEST_F(StoreRaw, ALimitOfNothingKeepsNothingAndIsNoSurprise) {
    const RawRecording raw = packed(busy_run(2), 0);
    EXPECT_EQ(raw.state, RawState::none);
    EXPECT_EQ(raw.warning, "");
    save(raw);
    EXPECT_NE(error_of_loading(1).find("run 1 has no raw recording"), std::string::npos);
}

TEST_F(StoreRaw, TheRecordingTellsItsLimitUnlessAnotherIsGiven) {
    const std::string lines = "meta key=raw_limit value=0\nexit time=5 pid=1 tid=1";
    EXPECT_EQ(packed(lines).state, RawState::none);
    EXPECT_EQ(packed(lines, 1'000'000).state, RawState::whole);
    EXPECT_EQ(packed("meta key=raw_limit value=-1\nexit time=5 pid=1 tid=1").state,
              RawState::whole);
}

TEST_F(StoreRaw, TheOldestRunsMakeRoom) {
    const RawRecording raw = packed(busy_run(3));
    const uint64_t room = 2 * size_of(raw) + 10;
    EXPECT_TRUE(save(raw, room).dropped.empty());
    EXPECT_TRUE(save(raw).dropped.empty());
    EXPECT_EQ(save(raw).dropped, std::vector<RunId>{RunId{1}});  // the limit is remembered
    EXPECT_EQ(states(), "dropped whole whole ");
    EXPECT_NE(error_of_loading(1).find("was dropped to make room"), std::string::npos);
    EXPECT_EQ(load(2), busy_run(3));
    EXPECT_EQ(dump(Store(path_, Store::Mode::read).load(RunId{1})), dump(sample_profile()));
    EXPECT_EQ(save(raw, 0).dropped, (std::vector<RunId>{RunId{2}, RunId{3}, RunId{4}}));
}

TEST_F(StoreRaw, DroppingAndRemovalGiveTheSpaceBack) {
    save(packed("exit time=5 pid=1 tid=1"));
    const auto small = std::filesystem::file_size(path_);
    save(packed(busy_run(200)));
    EXPECT_GT(std::filesystem::file_size(path_), small + 500'000);
    Store(path_, Store::Mode::write).remove(RunId{2});
    EXPECT_EQ(ask_sql(path_, "SELECT count(*) FROM raw"), "1");
    EXPECT_LT(std::filesystem::file_size(path_), small + 50'000);
    save(packed(busy_run(200)));
    save({}, 0);
    EXPECT_EQ(ask_sql(path_, "SELECT count(*) FROM raw"), "0");
    EXPECT_LT(std::filesystem::file_size(path_), small + 50'000);
}

TEST_F(StoreRaw, RunsOfVersion3HaveNone) {
    save(packed("exit time=5 pid=1 tid=1"));
    run_sql(path_,
            "DROP VIEW runs; DROP VIEW chunks; DROP TABLE raw; DROP TABLE setting;"
            "ALTER TABLE run DROP COLUMN raw; PRAGMA user_version = 3");
    EXPECT_NE(error_of_loading(1).find("older hotlock (format 3"), std::string::npos);
    save(packed(busy_run(2)));
    EXPECT_NE(error_of_loading(1).find("run 1 has no raw recording"), std::string::npos);
    EXPECT_EQ(load(2), busy_run(2));
    EXPECT_EQ(dump(Store(path_, Store::Mode::read).load(RunId{1})), dump(sample_profile()));
}

TEST_F(StoreRaw, TwoWritersThatDropEachOthersRecordingsLeaveWholeOnes) {
    const RawRecording raw = packed(busy_run(3));
    const auto save_twenty = [&] {
        for (int i = 0; i < 20; ++i)
            save(raw, 5 * size_of(raw));
        return true;
    };
    const pid_t first = start_child(save_twenty);
    const pid_t second = start_child(save_twenty);
    EXPECT_TRUE(ended_well(first));
    EXPECT_TRUE(ended_well(second));
    EXPECT_EQ(ask_sql(path_, "SELECT count(*) FROM run WHERE raw = 'whole'"), "5");
    EXPECT_EQ(ask_sql(path_, "SELECT count(*) FROM run WHERE raw = 'dropped'"), "35");
    for (uint32_t run = 36; run <= 40; ++run)
        EXPECT_EQ(load(run), busy_run(3));
    EXPECT_EQ(ask_sql(path_, "PRAGMA integrity_check"), "ok");
}

TEST_F(StoreRaw, AKilledWriterLeavesNoPartOfARecording) {
    const RawRecording raw = packed(busy_run(200));
    std::mt19937 random(7);
    for (int round = 0; round < 10; ++round) {
        const pid_t writer = start_child([&] {
            for (;;)
                save(raw);
            return false;
        });
        usleep(std::uniform_int_distribution<useconds_t>(500, 60'000)(random));
        kill(writer, SIGKILL);
        EXPECT_FALSE(ended_well(writer));
    }
    save(raw);
    EXPECT_EQ(ask_sql(path_,
                      "SELECT count(*) FROM run WHERE (SELECT count(*) FROM raw WHERE "
                      "run_id = run.id) != " +
                          std::to_string(raw.chunks.size())),
              "0");
    EXPECT_EQ(ask_sql(path_, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
}

TEST_F(StoreRaw, UnknownRunsAreErrors) {
    save({});
    EXPECT_NE(error_of_loading(2).find("no run 2"), std::string::npos);
}

class StoreRawForgery : public StoreRaw, public testing::WithParamInterface<const char*> {};

TEST_P(StoreRawForgery, IsDamage) {
    save(packed(busy_run(3)));
    run_sql(path_, GetParam());
    const std::string error = error_of_loading(1);
    EXPECT_NE(error.find("is damaged"), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Chunks, StoreRawForgery,
    testing::Values("UPDATE raw SET bytes = bytes - 1", "UPDATE raw SET bytes = bytes + 1",
                    "UPDATE raw SET bytes = 0", "UPDATE raw SET bytes = -1",
                    "UPDATE raw SET bytes = 1 << 40", "UPDATE raw SET bytes = 4194305",
                    "UPDATE raw SET records = records + 1", "UPDATE raw SET data = x''",
                    "UPDATE raw SET data = zeroblob(5000)", "UPDATE raw SET data = x'28b52ffd'",
                    "UPDATE raw SET data = substr(data, 1, length(data) - 5)",
                    "UPDATE raw SET data = CAST(data || x'00' AS BLOB)",
                    "DELETE FROM raw WHERE position = 2", "DELETE FROM raw",
                    "UPDATE raw SET position = position + 1000", "UPDATE run SET raw = 'perhaps'",
                    "DROP TABLE raw"));

TEST(RawChunk, FlippedBitsAreNoticed) {
    const RawRecording raw = packed(busy_run(1));
    const PackedChunk& chunk = raw.chunks.front();
    std::mt19937 random(1);
    ASSERT_TRUE(store::unpack(chunk.data, chunk.bytes, chunk.records));
    for (int round = 0; round < 500; ++round) {
        std::string data = chunk.data;
        data[random() % data.size()] ^= static_cast<char>(1U << (random() % 8));
        const auto bytes = store::unpack(data, chunk.bytes, chunk.records);
        // A bit that zstd does not use changes nothing.
        EXPECT_TRUE(!bytes || bytes == store::unpack(chunk.data, chunk.bytes, chunk.records));
    }
}

TEST(RawChunk, ABombIsNotUnpacked) {
    const std::string bomb = store::compress(std::string(size_t{1} << 30, '\0'));
    EXPECT_LT(bomb.size(), size_t{1} << 20);
    for (const uint64_t claimed : {uint64_t{1}, uint64_t{4} << 20, uint64_t{1} << 30, ~uint64_t{0}})
        EXPECT_FALSE(store::unpack(bomb, claimed, 1)) << claimed;
}

TEST(RawChunk, WhatUnpacksMustBeRecords) {
    const std::string text = "this is no record, whatever its checksum says";
    EXPECT_FALSE(store::unpack(store::compress(text), text.size(), 1));
}

}  // namespace
}  // namespace hotlock
