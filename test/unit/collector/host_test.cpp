#include "collector/host.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace hotlock::collector {
namespace {

namespace fs = std::filesystem;

const std::string commit(40, 'a');

struct GitTree : testing::Test {
    void SetUp() override {
        root = fs::path(testing::TempDir()) / ("git-" + std::to_string(::getpid()));
        fs::create_directories(root / ".git/refs/heads");
        fs::create_directories(root / "deep/er");
    }
    void TearDown() override { fs::remove_all(root); }

    void put(const fs::path& name, const std::string& text) const {
        std::ofstream(root / name) << text;
    }

    fs::path root;
};

TEST_F(GitTree, BranchFromAFolderBelow) {
    put(".git/HEAD", "ref: refs/heads/main\n");
    put(".git/refs/heads/main", commit + "\n");
    EXPECT_EQ(git_revision((root / "deep/er").string()), commit);
}

TEST_F(GitTree, PackedBranch) {
    put(".git/HEAD", "ref: refs/heads/main\n");
    put(".git/packed-refs", "# pack-refs\n" + commit + " refs/heads/main\n");
    EXPECT_EQ(git_revision(root.string()), commit);
}

TEST_F(GitTree, DetachedHead) {
    put(".git/HEAD", commit + "\n");
    EXPECT_EQ(git_revision(root.string()), commit);
}

TEST_F(GitTree, LinkedWorkTree) {
    fs::create_directories(root / "real/worktrees/w");
    fs::create_directories(root / "real/refs/heads");
    put("deep/.git", "gitdir: " + (root / "real/worktrees/w").string() + "\n");
    put("real/worktrees/w/HEAD", "ref: refs/heads/topic\n");
    put("real/worktrees/w/commondir", "../..\n");
    put("real/refs/heads/topic", commit + "\n");
    EXPECT_EQ(git_revision((root / "deep").string()), commit);
}

TEST_F(GitTree, NothingIsReadOutsideTheRepository) {
    put(".git/HEAD", "ref: refs/../../secret\n");
    put("secret", commit + "\n");
    EXPECT_EQ(git_revision(root.string()), "");
}

TEST(HostFacts, NameTheMachine) {
    const std::vector<recording::Meta> facts = host_facts();
    for (const char* key : {"host", "kernel", "cpus"})
        EXPECT_TRUE(std::any_of(facts.begin(), facts.end(), [&](const recording::Meta& fact) {
            return fact.key == key && !fact.value.empty();
        })) << key;
}

TEST_F(GitTree, MachineKeyBeginsWithTheBootId) {
    fs::create_directories(root / "proc/sys/kernel/random");
    put("proc/sys/kernel/random/boot_id", "1234-abcd\n");
    EXPECT_TRUE(machine_key(root.string()).starts_with("1234-abcd "));
    EXPECT_EQ(machine_key((root / "deep").string()), "") << "no boot id";
}

TEST(HostFacts, TheMachineKeyIsOneLineAndStays) {
    const std::string key = machine_key();
    EXPECT_NE(key, "");
    EXPECT_EQ(key.find('\n'), std::string::npos);
    EXPECT_EQ(key, machine_key());
}

}  // namespace
}  // namespace hotlock::collector
