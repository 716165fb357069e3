// test/run, which CI believes: tried on small scripts that print what GoogleTest programs print.
#include "test/system/harness.h"

namespace hotlock::test {
namespace {

class Runner : public testing::Test {
  protected:
    Runner() {
        std::filesystem::create_directories(dir_ / "build/test");
        std::filesystem::create_directory(dir_ / "test");
        std::filesystem::copy_file("test/run", dir_ / "test/run");
    }

    void test_program(const std::string& name, const std::string& script) {
        const auto path = dir_ / "build/test" / name;
        write_file(path, "#!/bin/sh\n" + script);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }

    Result run_all(std::vector<std::string> names) const {
        Command command;
        command.argv = {dir_ / "test/run", "build"};
        command.argv.insert(command.argv.end(), names.begin(), names.end());
        command.env = {{"TEST_SECONDS", "1"}};
        command.unset = {"V"};
        return run(command);
    }

    static std::string last_line(const std::string& text) {
        const size_t before = text.rfind('\n', text.size() - 2);
        return text.substr(before == std::string::npos ? 0 : before + 1);
    }

  private:
    TempDir dir_;
};

const std::string ok = "echo '[ RUN      ] A.ok'; echo '[       OK ] A.ok (0 ms)'\n";
const std::string skip =
    "echo '[ RUN      ] A.skip'; echo 'a.cpp:1: Skipped'; echo 'needs root'; "
    "echo '[  SKIPPED ] A.skip (0 ms)'\n";
const std::string bad =
    "echo '[ RUN      ] A.bad'; echo 'a.cpp:2: Failure'; echo '[  FAILED  ] A.bad (0 ms)'\n";

TEST_F(Runner, adds_up_over_programs) {
    test_program("one", ok + ok + skip);
    test_program("two", ok);
    const Result result = run_all({"one", "two"});
    EXPECT_EQ(last_line(result.out), "3 passed, 0 failed, 1 skipped\n");
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.out.find("skipped A.skip: needs root\n"), std::string::npos) << result.out;
}

TEST_F(Runner, shows_what_failed) {
    test_program("one", ok + bad + "exit 1\n");
    const Result result = run_all({"one"});
    EXPECT_EQ(last_line(result.out), "1 passed, 1 failed, 0 skipped\n");
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.out.find("a.cpp:2: Failure\n"), std::string::npos) << result.out;
}

TEST_F(Runner, counts_a_crash_as_a_failure_and_names_the_test) {
    test_program("one", ok + "echo '[ RUN      ] A.crash'; kill -SEGV $$\n");
    const Result result = run_all({"one"});
    EXPECT_EQ(last_line(result.out), "1 passed, 1 failed, 0 skipped\n");
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.out.find("one: ended with status 139 in A.crash\n"), std::string::npos)
        << result.out;
}

TEST_F(Runner, counts_a_bad_end_after_good_tests_as_a_failure) {
    test_program("one", ok + "echo 'memory leak'; exit 23\n");
    EXPECT_EQ(last_line(run_all({"one"}).out), "1 passed, 1 failed, 0 skipped\n");
}

TEST_F(Runner, kills_a_program_that_hangs) {
    test_program("one", "echo '[ RUN      ] A.hang'; sleep 30\n");
    const Result result = run_all({"one"});
    EXPECT_LT(result.elapsed, std::chrono::seconds(20));
    EXPECT_NE(result.out.find("one: killed after its time was over in A.hang\n"), std::string::npos)
        << result.out;
    EXPECT_EQ(last_line(result.out), "0 passed, 1 failed, 0 skipped\n");
}

TEST_F(Runner, fails_when_a_program_runs_no_test_or_is_missing) {
    test_program("one", "exit 0\n");
    test_program("two", ok);
    const Result result = run_all({"one", "two", "three"});
    EXPECT_EQ(last_line(result.out), "1 passed, 2 failed, 0 skipped\n");
    EXPECT_EQ(result.status, 1);
}

TEST_F(Runner, fails_when_everything_is_skipped) {
    test_program("one", skip);
    EXPECT_EQ(run_all({"one"}).status, 1);
}

}  // namespace
}  // namespace hotlock::test
