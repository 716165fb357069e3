// Several processes at one database, and processes that die in the middle.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <csignal>
#include <random>
#include <set>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

using namespace std::chrono_literals;

constexpr size_t locks = 5;

// Every run is what its writer saved; returns their labels.
std::set<std::string> whole_runs(const std::string& path) {
    std::set<std::string> labels;
    Store store(path, Store::Mode::read);
    for (const RunRow& row : store.runs()) {
        const unsigned seed = std::stoul(row.run.label.substr(6));  // "label N"
        EXPECT_EQ(dump(store.load(row.run.id)), dump(sample_profile(seed, locks)));
        labels.insert(row.run.label);
    }
    return labels;
}

class StoreProcesses : public testing::Test {
  protected:
    // Saves runs with seeds from `first` on, one connection each.
    bool save_runs(unsigned first, unsigned count) const {
        for (unsigned seed = first; seed < first + count; ++seed)
            Store(path_, Store::Mode::write).save(sample_profile(seed, locks));
        return true;
    }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("hotlock.db");
};

TEST_F(StoreProcesses, TwoWritersStoreAllTheirRuns) {
    const pid_t first = start_child([this] { return save_runs(1, 50); });
    const pid_t second = start_child([this] { return save_runs(51, 50); });
    EXPECT_TRUE(ended_well(first));
    EXPECT_TRUE(ended_well(second));
    EXPECT_EQ(whole_runs(path_).size(), 100u);
    EXPECT_EQ(ask_sql(path_, "PRAGMA integrity_check"), "ok");
}

TEST_F(StoreProcesses, ManyMayCreateTheDatabaseAtOnce) {
    std::vector<pid_t> writers;
    for (unsigned seed = 1; seed <= 8; ++seed)
        writers.push_back(start_child([this, seed] { return save_runs(seed, 1); }));
    for (const pid_t writer : writers)
        EXPECT_TRUE(ended_well(writer));
    EXPECT_EQ(whole_runs(path_).size(), 8u);
}

TEST_F(StoreProcesses, KilledWritersLeaveWholeRunsOnly) {
    std::mt19937 random(7);
    for (unsigned round = 0; round < 20; ++round) {
        const pid_t writer = start_child([this, round] { return save_runs(1000 * round, 1000); });
        usleep(std::uniform_int_distribution<useconds_t>(500, 60'000)(random));
        kill(writer, SIGKILL);
        EXPECT_FALSE(ended_well(writer));
    }
    save_runs(1, 1);
    EXPECT_EQ(ask_sql(path_, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(ask_sql(path_, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
    EXPECT_FALSE(whole_runs(path_).empty());
}

TEST_F(StoreProcesses, WaitingForAWriterHasAnEnd) {
    save_runs(1, 1);
    Store store(path_, Store::Mode::write, 50ms);
    SQLite::Database other(path_, SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    EXPECT_NE(error_of([&] { store.save(sample_profile()); }).find("locked by another process"),
              std::string::npos);
    EXPECT_EQ(store.runs().size(), 1u);  // readers go on
    other.exec("ROLLBACK");
    EXPECT_EQ(store.save(sample_profile()), RunId{2});
}

TEST_F(StoreProcesses, AnOpenReaderSeesRunsOfLaterWriters) {
    save_runs(1, 1);
    Store reader(path_, Store::Mode::read);
    EXPECT_EQ(reader.runs().size(), 1u);
    save_runs(2, 1);
    EXPECT_EQ(reader.runs().size(), 2u);
}

}  // namespace
}  // namespace hotlock
