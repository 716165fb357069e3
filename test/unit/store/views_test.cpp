// The reading API for people: views with resolved names.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

class StoreViews : public testing::Test {
  protected:
    StoreViews() {
        RawPacker packer;
        recording::Chunk one;
        recording::append(one, recording::Meta{"host", "here"});
        packer.add({one.bytes, recording::Meta{"host", "here"}});
        Store(path_, Store::Mode::write).save(sample_profile(), packer.finish());
    }

    std::string ask(const std::string& sql) { return ask_sql(path_, sql); }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("hotlock.db");
};

TEST_F(StoreViews, RunsAreReadable) {
    EXPECT_EQ(ask("SELECT command FROM runs"), "./server --threads 8 'two words' ''");
    EXPECT_EQ(ask("SELECT started_at FROM runs"), "2026-09-21T14:13:20Z");
    EXPECT_EQ(ask("SELECT count(*) FROM runs WHERE system_ns IS NULL AND label = 'label 1'"), "1");
}

TEST_F(StoreViews, StacksAreTextFromTheLeafOn) {
    EXPECT_EQ(ask("SELECT stack FROM sites WHERE lock_id = 1 AND mode = 'exclusive'"),
              "acquire_1 < handle_request < libc.so.6+0xfffffffffffffff8 < main");
    EXPECT_EQ(ask("SELECT stack FROM holders WHERE lock = 'Pool<2>::lock' AND thread = 'worker'"),
              "release < handle_request < libc.so.6+0xfffffffffffffff8 < main");
    EXPECT_EQ(ask("SELECT site FROM work_waits WHERE kind = 'condition'"),
              "take_job < handle_request < libc.so.6+0xfffffffffffffff8 < main");
}

TEST_F(StoreViews, AbsentIsNull) {
    EXPECT_EQ(ask("SELECT count(*) FROM sites WHERE stack IS NULL"), "3");
    EXPECT_EQ(ask("SELECT group_concat(id) FROM locks WHERE \"offset\" IS NULL"), "2");
    EXPECT_EQ(ask("SELECT count(*) FROM threads WHERE running_ns IS NULL"), "1");
    EXPECT_EQ(ask("SELECT reason IS NULL FROM probes WHERE name = 'sleeps'"), "1");
}

TEST_F(StoreViews, LocksHaveNamesAddressesAndQuantiles) {
    const Lock lock = sample_profile().locks.at(0);
    EXPECT_EQ(ask("SELECT name || ' ' || \"offset\" || ' ' || address FROM locks WHERE id = 1"),
              "Pool<1>::lock 0x4001 0xffff000000000001");
    EXPECT_EQ(ask("SELECT wait_p50_ns || ' ' || wait_p99_ns FROM locks WHERE id = 1"),
              fmt::format("{} {}", lock.wait_hist.quantile(0.5).count(),
                          lock.wait_hist.quantile(0.99).count()));
}

TEST_F(StoreViews, EveryViewHasRowsOfARun) {
    for (const char* view :
         {"frames", "stacks", "runs", "probes", "warnings", "metrics", "findings", "threads",
          "locks", "acquirers", "sites", "holders", "work_waits", "functions", "cpu_stacks",
          "lines", "fields", "field_sites", "chunks"}) {
        EXPECT_NE(ask(fmt::format("SELECT count(*) FROM {}", view)), "0") << view;
    }
    EXPECT_EQ(ask("SELECT count(*) FROM sqlite_schema WHERE type = 'view'"), "19");
}

}  // namespace
}  // namespace hotlock
