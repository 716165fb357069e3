// Files that are broken, or made to break us: an Error at worst.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "analyzer/store/location.h"
#include "analyzer/store/mark.h"
#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(std::filesystem::file_size(path), '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Does everything that can be done with a database.
void use_everything(const std::string& path) {
    {
        Store store(path, Store::Mode::read);
        for (const RunRow& row : store.runs())
            dump(store.load(row.run.id));
    }
    Store store(path, Store::Mode::write);
    store.save(sample_profile(3, 4));
    store.set_label(store.find("@-1").front(), "x");
    store.remove(RunId{1});
}

class StoreDamage : public testing::Test {
  protected:
    void SetUp() override {
        Store store(path_, Store::Mode::write);
        store.save(sample_profile(1, 3));
        store.save(sample_profile(2, 3));
    }

    // As if we had written the damage ourselves: no check at open stands in front of it.
    void trust() { store::mark_as_ours(store::locate(path_)); }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("hotlock.db");
};

TEST_F(StoreDamage, FlippedBytesAreErrors) {
    const std::string whole = contents(path_);
    std::mt19937 random(1);
    std::uniform_int_distribution<size_t> place(0, whole.size() - 1);
    int refused = 0;
    for (int round = 0; round < 200; ++round) {
        std::string bytes = whole;
        for (int flips = 0; flips <= round % 20; ++flips)
            bytes[place(random)] ^= static_cast<char>(1U << (random() % 8));
        write_file(path_, bytes);
        if (round % 2 == 0) trust();
        if (error_of([&] { use_everything(path_); }) != "no error") ++refused;
        std::filesystem::remove(path_ + "-wal");
        std::filesystem::remove(path_ + "-shm");
    }
    EXPECT_GT(refused, 20);
}

TEST_F(StoreDamage, CutFilesAreErrors) {
    const std::string whole = contents(path_);
    for (size_t size = 1; size < whole.size(); size += 3001) {
        write_file(path_, whole.substr(0, size));
        EXPECT_NE(error_of([&] { use_everything(path_); }), "no error") << size;
    }
}

TEST_F(StoreDamage, FilesThatOthersWroteAreCheckedAtOpen) {
    std::string bytes = contents(path_);
    std::fill(bytes.begin() + 8192, bytes.end() - 8192, '\xee');
    write_file(path_, bytes);
    EXPECT_NE(error_of([&] { Store(path_, Store::Mode::read); }).find("is damaged"),
              std::string::npos);
}

TEST_F(StoreDamage, OurOwnFilesAreNotChecked) {
    std::string bytes = contents(path_);
    std::fill(bytes.begin() + 8192, bytes.end() - 8192, '\xee');
    write_file(path_, bytes);
    trust();
    if (!store::is_as_we_left_it(store::locate(path_)))
        GTEST_SKIP() << "this file system keeps no user attributes: every open checks";
    EXPECT_EQ(error_of([&] { Store(path_, Store::Mode::read); }), "no error");
    EXPECT_NE(error_of([&] { use_everything(path_); }).find("is damaged"), std::string::npos);
}

TEST_F(StoreDamage, AfterACloseTheFileIsAsWeLeftItUntilSomebodyWrites) {
    const store::Location location = store::locate(path_);
    if (!store::is_as_we_left_it(location))
        GTEST_SKIP() << "this file system keeps no user attributes: every open checks";
    run_sql(path_, "UPDATE run SET host = 'elsewhere'");
    EXPECT_FALSE(store::is_as_we_left_it(location));
    EXPECT_EQ(Store(path_, Store::Mode::read).runs().size(), 2u);  // checked
    EXPECT_TRUE(store::is_as_we_left_it(location));
}

TEST_F(StoreDamage, AStrangerWhoWritesWhileWeReadIsNotTrusted) {
    {
        Store store(path_, Store::Mode::read);
        run_sql(path_, "UPDATE run SET host = 'elsewhere'");
    }
    EXPECT_FALSE(store::is_as_we_left_it(store::locate(path_)));
}

class StoreForgery : public StoreDamage, public testing::WithParamInterface<const char*> {};

TEST_P(StoreForgery, IsDamage) {
    run_sql(path_, GetParam());
    const std::string error = error_of([&] { use_everything(path_); });
    EXPECT_NE(error.find("is damaged"), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Values, StoreForgery,
    testing::Values("UPDATE run SET duration_ns = -1", "UPDATE run SET threads = 1 << 33",
                    "UPDATE run SET exit_code = 1 << 40", "UPDATE run SET complete = 2",
                    "UPDATE run SET id = 1 << 32 WHERE id = 2", "UPDATE run SET lost_events = -1",
                    "UPDATE lock SET kind = 'latch'", "UPDATE lock SET wait_hist = x'ff'",
                    "UPDATE site SET mode = ''", "UPDATE lock SET position = position + 10",
                    "UPDATE frame SET inlined = 7"));

INSTANTIATE_TEST_SUITE_P(
    References, StoreForgery,
    testing::Values("PRAGMA foreign_keys = OFF; DELETE FROM string",
                    "PRAGMA foreign_keys = OFF; DELETE FROM module",
                    "PRAGMA foreign_keys = OFF; DELETE FROM frame",
                    "PRAGMA foreign_keys = OFF; DELETE FROM stack",
                    "PRAGMA ignore_check_constraints = ON;"
                    "UPDATE stack SET caller_id = (SELECT max(id) FROM stack)"));

INSTANTIATE_TEST_SUITE_P(
    Schemas, StoreForgery,
    testing::Values("DROP TABLE metric", "ALTER TABLE site RENAME COLUMN mode TO kind",
                    "DROP TABLE warning;"
                    "CREATE VIEW warning AS SELECT 1 AS run_id, 1 AS position, 'x' AS text",
                    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'nonsense'"));

TEST_F(StoreDamage, ForeignTriggersDoNotRun) {
    run_sql(path_, "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM run; END");
    EXPECT_EQ(Store(path_, Store::Mode::write).save(sample_profile()), RunId{3});
    EXPECT_EQ(Store(path_, Store::Mode::read).runs().size(), 3u);
}

TEST_F(StoreDamage, OneLongTextInManyPlacesDoesNotFillTheMemory) {
    run_sql(path_,
            "INSERT INTO string (id, text) VALUES (1000, printf('%.*c', 9000000, 'x'));"
            "INSERT INTO frame WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
            "WHERE i < 20) SELECT 1000 + i, 1000, min(module.id), i, 1000, 0, 0 FROM n, module "
            "GROUP BY i;"
            "UPDATE stack SET frame_id = 1000 + id");
    const std::string error = error_of([&] { use_everything(path_); });
    EXPECT_NE(error.find("texts are too long"), std::string::npos) << error;
}

}  // namespace
}  // namespace hotlock
