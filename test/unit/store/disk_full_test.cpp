// No room: an error, and the database as it was. A file size limit plays the full disk.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

class StoreDiskFull : public testing::Test {
  protected:
    // Does `work` in a process whose files may not grow beyond `bytes`; true when it failed and
    // said so with `message`.
    static bool fails_within(rlim_t bytes, const std::string& message,
                             const std::function<void()>& work) {
        return ended_well(start_child([&] {
            signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{bytes, bytes};
            return setrlimit(RLIMIT_FSIZE, &limit) == 0 &&
                   error_of(work).find(message) != std::string::npos;
        }));
    }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.file("hotlock.db");
};

TEST_F(StoreDiskFull, KeepsWhatWasThere) {
    Store(path_, Store::Mode::write).save(sample_profile());
    EXPECT_TRUE(fails_within(200'000, "there is no room", [this] {
        Store(path_, Store::Mode::write).save(sample_profile(2, 2000));
    }));
    Store store(path_, Store::Mode::write);
    EXPECT_EQ(store.runs().size(), 1u);
    EXPECT_EQ(dump(store.load(RunId{1})), dump(sample_profile()));
    EXPECT_EQ(store.save(sample_profile(2, 2000)), RunId{2});
}

TEST_F(StoreDiskFull, CanBeCreatedLater) {
    EXPECT_TRUE(
        fails_within(8192, "cannot read or write", [this] { Store(path_, Store::Mode::write); }));
    EXPECT_EQ(Store(path_, Store::Mode::write).save(sample_profile()), RunId{1});
}

}  // namespace
}  // namespace hotlock
