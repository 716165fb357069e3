// Databases that we may not write.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

constexpr uid_t nobody = 65534;

class StoreRights : public testing::Test {
  protected:
    void TearDown() override { protect(0700, 0600); }

    void protect(mode_t directory, mode_t file) {
        chmod(directory_.file(".").c_str(), directory);
        chmod(path_.c_str(), file);
    }

    // Does `work` in a process without the rights of root.
    static bool as_ordinary_user(const std::function<bool()>& work) {
        return ended_well(
            start_child([&] { return (geteuid() != 0 || seteuid(nobody) == 0) && work(); }));
    }

    size_t files() const {
        const std::filesystem::directory_iterator entries(directory_.file("."));
        return static_cast<size_t>(std::distance(begin(entries), end(entries)));
    }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("odd name?#%41.db");
};

TEST_F(StoreRights, ReadsFromAReadOnlyDirectory) {
    Store(path_, Store::Mode::write).save(sample_profile());
    protect(0555, 0444);
    EXPECT_TRUE(as_ordinary_user([&] {
        return dump(Store(path_, Store::Mode::read).load(RunId{1})) == dump(sample_profile());
    }));
    EXPECT_EQ(files(), 1u);
}

TEST_F(StoreRights, ReadsAReadOnlyFileInAWritableDirectory) {
    Store(path_, Store::Mode::write).save(sample_profile());
    protect(0777, 0444);
    EXPECT_TRUE(
        as_ordinary_user([&] { return Store(path_, Store::Mode::read).runs().size() == 1; }));
}

TEST_F(StoreRights, DoesNotWriteWhereItMayNot) {
    Store(path_, Store::Mode::write).save(sample_profile());
    for (const auto& [directory, file] : {std::pair(0777, 0444), std::pair(0555, 0666)}) {
        protect(directory, file);
        EXPECT_TRUE(as_ordinary_user([&] {
            const std::string error = error_of([&] { Store(path_, Store::Mode::write); });
            return error.find("cannot be written") != std::string::npos ||
                   error.find("cannot open") != std::string::npos;
        }));
    }
}

TEST_F(StoreRights, DoesNotCreateWhereItMayNot) {
    protect(0555, 0600);
    EXPECT_TRUE(as_ordinary_user([&] {
        const std::string error = error_of([&] { Store(path_, Store::Mode::write); });
        return error.find("cannot create") != std::string::npos;
    }));
}

// Without the log such a reader would see an older state: it must say so instead.
TEST_F(StoreRights, RefusesToReadPastALogThatItCannotShare) {
    const pid_t writer = start_child([&] {
        Store store(path_, Store::Mode::write);
        store.save(sample_profile());
        return raise(SIGKILL) == 0;
    });
    EXPECT_FALSE(ended_well(writer));
    ASSERT_GT(std::filesystem::file_size(path_ + "-wal"), 0u);
    std::filesystem::remove(path_ + "-shm");
    protect(0555, 0444);
    EXPECT_TRUE(as_ordinary_user([&] {
        const std::string error = error_of([&] { Store(path_, Store::Mode::read); });
        return error.find("-wal") != std::string::npos;
    }));
}

}  // namespace
}  // namespace hotlock
