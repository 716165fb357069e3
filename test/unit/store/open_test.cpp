// Which files are opened, and how.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

using testing::Test;

class StoreOpen : public Test {
  protected:
    std::string path(const std::string& name = "hotlock.db") { return directory_.file(name); }

    std::string error(Store::Mode mode, const std::string& name = "hotlock.db") {
        return error_of([&] { Store(path(name), mode); });
    }

    // Both modes fail with this message.
    void expect_refused(const std::string& message, const std::string& name = "hotlock.db") {
        for (const Store::Mode mode : {Store::Mode::read, Store::Mode::write})
            EXPECT_NE(error(mode, name).find(message), std::string::npos) << error(mode, name);
    }

    void save_one(const std::string& name = "hotlock.db") {
        Store(path(name), Store::Mode::write).save(sample_profile());
    }

    static mode_t permissions(const std::string& file) {
        struct stat status {};
        EXPECT_EQ(stat(file.c_str(), &status), 0) << file;
        return status.st_mode & 07777;
    }

    TemporaryDirectory directory_;
};

TEST_F(StoreOpen, ReadRefusesAMissingFileAndLeavesNoneBehind) {
    EXPECT_NE(error(Store::Mode::read).find("there is no database"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(StoreOpen, ReadRefusesAnEmptyFile) {
    std::ofstream(path()).close();
    EXPECT_NE(error(Store::Mode::read).find("is empty"), std::string::npos);
}

TEST_F(StoreOpen, RefusesAMissingDirectory) {
    expect_refused("does not exist", "missing/hotlock.db");
}

TEST_F(StoreOpen, RefusesPathsWithoutAFileName) {
    expect_refused("not the path of a file", "");
    expect_refused("not the path of a file", "..");
    expect_refused("not the path of a file", std::string("a\0b", 3));
}

TEST_F(StoreOpen, RefusesOtherFiles) {
    std::ofstream(path()) << std::string(10'000, 'x');
    expect_refused("is not a database");
}

TEST_F(StoreOpen, RefusesDatabasesOfOtherPrograms) {
    run_sql(path(), "CREATE TABLE run (id INTEGER)");
    expect_refused("is the database of another program");
    EXPECT_EQ(ask_sql(path(), "SELECT count(*) FROM sqlite_schema"), "1");
}

TEST_F(StoreOpen, RefusesNewerVersions) {
    save_one();
    run_sql(path(), "PRAGMA user_version = 99");
    expect_refused("newer hotlock (format 99");
}

TEST_F(StoreOpen, RefusesImpossibleVersions) {
    save_one();
    run_sql(path(), "PRAGMA user_version = -1");
    expect_refused("is damaged");
}

// A database whose tables were never made is the oldest version there is.
TEST_F(StoreOpen, WritersUpgradeOlderVersions) {
    run_sql(path(), "PRAGMA application_id = 1752134764");  // "hotl"
    EXPECT_NE(error(Store::Mode::read).find("older hotlock (format 0"), std::string::npos);
    save_one();
    EXPECT_EQ(dump(Store(path(), Store::Mode::read).load(RunId{1})), dump(sample_profile()));
}

TEST_F(StoreOpen, RefusesLinksButFollowsThoseOfDirectories) {
    save_one();
    std::filesystem::create_symlink(path(), path("link.db"));
    expect_refused("is a symbolic link", "link.db");
    std::filesystem::create_symlink("/nowhere", path("dangling.db"));
    expect_refused("is a symbolic link", "dangling.db");
    std::filesystem::create_directory_symlink(directory_.file("."), path("directory"));
    EXPECT_EQ(error(Store::Mode::write, "directory/hotlock.db"), "no error");
}

TEST_F(StoreOpen, RefusesWhatIsNotARegularFile) {
    std::filesystem::create_directory(path("directory.db"));
    expect_refused("is not a regular file", "directory.db");
    ASSERT_EQ(mkfifo(path("pipe.db").c_str(), 0600), 0);
    expect_refused("is not a regular file", "pipe.db");
}

TEST_F(StoreOpen, OnlyTheOwnerMayRead) {
    const mode_t before = umask(0);
    {
        Store store(path(), Store::Mode::write);
        store.save(sample_profile());
        EXPECT_EQ(permissions(path()), 0600u);
        EXPECT_EQ(permissions(path() + "-wal"), 0600u);
        EXPECT_EQ(permissions(path() + "-shm"), 0600u);
    }
    umask(before);
    EXPECT_FALSE(std::filesystem::exists(path() + "-wal"));
}

TEST_F(StoreOpen, NamesThatSqliteWouldInterpretAreNames) {
    for (const std::string name : {":memory:", "file:x?mode=memory", "a%41?immutable=1#'\"ü"}) {
        save_one(name);
        EXPECT_TRUE(std::filesystem::exists(path(name))) << name;
        EXPECT_EQ(Store(path(name), Store::Mode::read).runs().size(), 1u) << name;
    }
}

TEST_F(StoreOpen, SettingsOfTheFile) {
    save_one();
    EXPECT_EQ(ask_sql(path(), "PRAGMA application_id"), std::to_string(0x686f746c));
    EXPECT_EQ(ask_sql(path(), "PRAGMA auto_vacuum"), "2");
    EXPECT_EQ(ask_sql(path(), "PRAGMA journal_mode"), "wal");
    EXPECT_EQ(ask_sql(path(),
                      "SELECT count(*) FROM pragma_table_list "
                      "WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'"),
              "0");
}

}  // namespace
}  // namespace hotlock
