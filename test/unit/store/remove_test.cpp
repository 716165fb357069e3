// Removal takes a run with everything that only it used, and the file shrinks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

class StoreRemove : public testing::Test {
  protected:
    // Rows of all tables, "run 1, site 9, …"; SQLite's own are left out.
    static std::string row_counts(const std::string& path) {
        std::string counts;
        for (const char* table : {"run", "argument", "probe", "warning", "metric", "finding",
                                  "thread", "lock", "acquirer", "site", "holder", "work_wait",
                                  "raw", "string", "module", "frame", "stack"}) {
            counts += fmt::format("{} {}, ", table,
                                  ask_sql(path, fmt::format("SELECT count(*) FROM {}", table)));
        }
        return counts;
    }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("hotlock.db");
};

TEST_F(StoreRemove, LeavesWhatOtherRunsNeed) {
    const std::string lonely = directory_.file("lonely.db");
    Store(lonely, Store::Mode::write).save(sample_profile(1, 2));
    Store(path_, Store::Mode::write).save(sample_profile(1, 2));
    Store(path_, Store::Mode::write).save(sample_profile(2, 7));
    EXPECT_NE(row_counts(path_), row_counts(lonely));
    Store(path_, Store::Mode::write).remove(RunId{2});
    EXPECT_EQ(row_counts(path_), row_counts(lonely));
    EXPECT_EQ(dump(Store(path_, Store::Mode::read).load(RunId{1})), dump(sample_profile(1, 2)));
}

TEST_F(StoreRemove, OfTheLastRunLeavesNothing) {
    const std::string empty = directory_.file("empty.db");
    EXPECT_TRUE(Store(empty, Store::Mode::write).runs().empty());
    Store(path_, Store::Mode::write).save(sample_profile());
    Store(path_, Store::Mode::write).remove(RunId{1});
    EXPECT_EQ(row_counts(path_), row_counts(empty));
}

TEST_F(StoreRemove, NeverGivesAnIdAgain) {
    Store store(path_, Store::Mode::write);
    store.save(sample_profile());
    store.remove(RunId{1});
    EXPECT_EQ(store.save(sample_profile()), RunId{2});
}

TEST_F(StoreRemove, ShrinksTheFileAtOnce) {
    Store store(path_, Store::Mode::write);
    store.save(sample_profile(1, 2));
    store.save(sample_profile(2, 500));
    store.remove(RunId{2});
    const auto small = std::filesystem::file_size(path_);
    EXPECT_EQ(std::filesystem::file_size(path_ + "-wal"), 0u);
    store.save(sample_profile(2, 500));
    store.remove(RunId{1});
    const auto big = std::filesystem::file_size(path_);
    EXPECT_LT(small * 2, big);
}

}  // namespace
}  // namespace hotlock
