// Which files count as spools whose writer died.
#include "common/recording/salvage.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "common/recording/reader.h"
#include "common/recording/writer.h"
#include "test/unit/recording/temporary_directory.h"

namespace hotlock::recording {
namespace {

using Paths = std::vector<std::string>;

class Salvage : public testing::Test {
  protected:
    std::string prefix() const { return directory_.file("hotlock.db"); }

    // A spool whose writer is gone.
    std::string orphan() const { return Writer(prefix()).path(); }

    std::string named(const std::string& name) const { return directory_.file(name); }

  private:
    TemporaryDirectory directory_;
};

TEST_F(Salvage, FindsOrphansInOrder) {
    Paths orphans{orphan(), orphan(), orphan()};
    std::sort(orphans.begin(), orphans.end());
    EXPECT_EQ(orphaned_spools(prefix()), orphans);
}

TEST_F(Salvage, PassesOverALiveWriter) {
    const Writer alive(prefix());
    const std::string dead = orphan();
    EXPECT_EQ(orphaned_spools(prefix()), Paths{dead});
}

TEST_F(Salvage, PassesOverOtherNames) {
    const std::string spool = orphan();
    std::filesystem::copy_file(spool, named("hotlock.db"));
    std::filesystem::copy_file(spool, named("hotlock.db.spool"));
    std::filesystem::copy_file(spool, named("hotlock.db.1.spool.bak"));
    std::filesystem::copy_file(spool, named("hotlock.db2.1.spool"));
    std::filesystem::copy_file(spool, named("other.1.spool"));
    EXPECT_EQ(orphaned_spools(prefix()), Paths{spool});
}

TEST_F(Salvage, PassesOverSymbolicLinks) {
    const std::string elsewhere = named("elsewhere");
    std::filesystem::rename(orphan(), elsewhere);
    std::filesystem::create_symlink(elsewhere, named("hotlock.db.1.spool"));
    EXPECT_EQ(orphaned_spools(prefix()), Paths{});
}

TEST_F(Salvage, PassesOverFilesWithASecondLink) {
    std::filesystem::create_hard_link(orphan(), named("second"));
    EXPECT_EQ(orphaned_spools(prefix()), Paths{});
}

TEST_F(Salvage, PassesOverWhatIsNoRegularFile) {
    std::filesystem::create_directory(named("hotlock.db.1.spool"));
    ASSERT_EQ(::mkfifo(named("hotlock.db.2.spool").c_str(), 0600), 0);
    EXPECT_EQ(orphaned_spools(prefix()), Paths{});
}

// A writer between creating its file and locking it.
TEST_F(Salvage, PassesOverNewbornFiles) {
    std::ofstream(named("hotlock.db.1.spool")).flush();
    EXPECT_EQ(orphaned_spools(prefix()), Paths{});
}

TEST_F(Salvage, PassesOverOtherPeoplesFiles) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    constexpr uid_t nobody = 65534;
    ASSERT_EQ(::chown(orphan().c_str(), nobody, nobody), 0);
    EXPECT_EQ(orphaned_spools(prefix()), Paths{});
}

TEST_F(Salvage, MissingDirectoryHasNoOrphans) {
    EXPECT_EQ(orphaned_spools(named("none/hotlock.db")), Paths{});
}

TEST_F(Salvage, PrefixWithoutDirectoryMeansTheCurrentOne) {
    const std::string spool = orphan();
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(named(""));
    const Paths found = orphaned_spools("hotlock.db");
    std::filesystem::current_path(before);
    EXPECT_EQ(found, Paths{std::filesystem::path(spool).filename()});
}

TEST_F(Salvage, KilledWriterLeavesItsFinishedBlocks) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        Writer writer(prefix());
        writer.append(Lost{"sleeps", "finished", 1});
        writer.flush();
        writer.append(Lost{"sleeps", "pending", 2});
        ::raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));

    const Paths found = orphaned_spools(prefix());
    ASSERT_EQ(found.size(), 1u);
    Reader reader(found[0]);
    EXPECT_EQ(reader.next(), Record(Lost{"sleeps", "finished", 1}));
    EXPECT_FALSE(reader.next());
    EXPECT_EQ(reader.damaged_bytes(), 0u);
}

TEST_F(Salvage, OnlyOneProcessClaimsASpool) {
    const std::string spool = orphan();
    auto first = claim_spool(spool);
    ASSERT_TRUE(first);
    EXPECT_FALSE(claim_spool(spool));
    EXPECT_EQ(orphaned_spools(prefix()), Paths{});
    first.reset();
    EXPECT_TRUE(claim_spool(spool));
}

TEST_F(Salvage, ClaimedSpoolCanBeRead) {
    const std::string spool = orphan();
    Reader reader(std::move(*claim_spool(spool)), spool);
    EXPECT_FALSE(reader.next());
    EXPECT_EQ(reader.damaged_bytes(), 0u);
}

}  // namespace
}  // namespace hotlock::recording
