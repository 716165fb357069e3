// tools/deps with made-up dpkg-query, apt-get and sudo: it installs what is missing and nothing
// else.
#include "test/system/harness.h"

namespace hotlock::test {
namespace {

class Deps : public testing::Test {
  protected:
    Deps() {
        // All that the script may call; sudo only where a test adds it.
        for (const std::string tool : {"bash", "awk", "comm", "env", "id", "sort"})
            std::filesystem::create_symlink("/usr/bin/" + tool, bin_ / tool);
        // A copy: other users may not be able to read the repository.
        std::filesystem::copy_file("tools/deps", bin_ / "deps");
        fake("apt-get", "echo \"apt-get $*\" >>" + log().string());
        std::filesystem::permissions(bin_.path(), std::filesystem::perms(0755));
        write_file(log(), "");
        std::filesystem::permissions(log(), std::filesystem::perms(0666));
    }

    void fake(const std::string& name, const std::string& script) {
        write_file(bin_ / name, "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(bin_ / name, std::filesystem::perms(0755));
    }

    // Everything that dpkg knows here, less one package.
    void all_but(const std::string& package) {
        fake("dpkg-query", "/usr/bin/dpkg-query \"$@\" | /usr/bin/grep -v '^" + package + " '");
    }

    Result deps(const User* user = nullptr) const {
        Command command;
        command.argv = {bin_ / "deps", "build", "test"};
        command.env = {{"PATH", bin_.path()}};
        if (user != nullptr) command.user = *user;
        return run(command);
    }

    std::filesystem::path log() const { return bin_ / "log"; }

    TempDir bin_;
};

TEST_F(Deps, does_nothing_when_everything_is_there) {
    all_but("no such package");
    const Result result = deps();
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_file(log()), "");
}

TEST_F(Deps, installs_what_is_missing_and_only_that) {
    SKIP_UNLESS_ROOT();
    all_but("sqlite3");
    const Result result = deps();
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "installing: sqlite3\n");
    EXPECT_EQ(read_file(log()),
              "apt-get -o Dpkg::Use-Pty=0 -q update\n"
              "apt-get -o Dpkg::Use-Pty=0 -q install -y --no-install-recommends sqlite3\n");
}

TEST_F(Deps, counts_a_removed_package_as_missing) {
    SKIP_UNLESS_ROOT();
    fake("dpkg-query",
         "/usr/bin/dpkg-query \"$@\" | "
         "/usr/bin/sed 's/^sqlite3 installed/sqlite3 config-files/'");
    EXPECT_EQ(deps().out, "installing: sqlite3\n");
}

TEST_F(Deps, goes_through_sudo_for_other_users) {
    SKIP_UNLESS_ROOT();
    all_but("sqlite3");
    fake("sudo", "echo \"sudo $1\" >>" + log().string() + "; exec \"$@\"");
    const User user = nobody();
    EXPECT_EQ(deps(&user).status, 0);
    EXPECT_EQ(read_file(log()).substr(0, 17), "sudo env\napt-get ");
}

TEST_F(Deps, says_what_to_do_without_root_and_sudo) {
    SKIP_UNLESS_ROOT();
    all_but("sqlite3");
    const User user = nobody();
    const Result result = deps(&user);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err,
              "error: these packages are missing: sqlite3\n"
              "hint: run make deps as root, or install sudo\n");
    EXPECT_EQ(read_file(log()), "");
}

TEST_F(Deps, fails_when_apt_fails) {
    SKIP_UNLESS_ROOT();
    all_but("sqlite3");
    fake("apt-get", "exit 100");
    const Result result = deps();
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err,
              "error: apt-get could not install the packages\n"
              "hint: see its messages above\n");
}

}  // namespace
}  // namespace hotlock::test
