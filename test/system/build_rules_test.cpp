// The build rules, tried on a small tree of its own: what is rebuilt, and when nothing is.
#include <set>
#include <sstream>
#include <thread>

#include "test/system/harness.h"

namespace hotlock::test {
namespace {

class BuildRules : public testing::Test {
  protected:
    BuildRules() {
        std::filesystem::copy_file("Makefile", dir_ / "Makefile");
        std::filesystem::create_directory(dir_ / "part");
        write("module.mk",
              "LIBS += part\npart_SRCS := $(filter-out %/main.cpp,$(wildcard part/*.cpp))\n"
              "PROGRAMS += hotlock\nhotlock_SRCS := part/main.cpp\nhotlock_LIBS := part\n");
        write("one.h", "int one();\n");
        write("one.cpp", "#include \"part/one.h\"\nint one() { return 1; }\n");
        write("two.cpp", "int two() { return 2; }\n");
        write("main.cpp", "#include \"part/one.h\"\nint main() { return one(); }\n");
    }

    void write(const std::string& name, const std::string& text) {
        // make compares times of files: a change must not fall into the same tick as the build.
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        write_file(dir_ / "part" / name, text);
    }

    Result make(const std::vector<std::string>& arguments = {}) const {
        Command command;
        command.argv = {"make"};
        command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
        command.cwd = dir_.path();
        command.unset = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VARIANT", "V"};
        return run(command);
    }

    // Compiled or made by this call, one per line and sorted: make runs jobs in any order.
    std::set<std::string> made(const std::vector<std::string>& arguments = {}) const {
        const Result result = make(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        std::istringstream lines(result.out);
        std::set<std::string> names;
        std::string kind;
        std::string name;
        while (lines >> kind >> name)
            names.insert(name);
        return names;
    }

    const std::filesystem::path& dir() const { return dir_.path(); }

  private:
    TempDir dir_;
};

using Names = std::set<std::string>;

const std::string nothing_to_do = "make: Nothing to be done for 'all'.\n";
const Names everything = {"part/one.cpp", "part/two.cpp", "part/main.cpp", "lib/libpart.a",
                          "bin/hotlock"};

TEST_F(BuildRules, first_make_builds_and_second_does_nothing) {
    EXPECT_EQ(made(), everything);
    EXPECT_EQ(run({dir() / "build/release/bin/hotlock"}).status, 1);
    EXPECT_EQ(make().out, nothing_to_do);
}

TEST_F(BuildRules, changed_header_rebuilds_what_includes_it) {
    make();
    write("one.h", "int one();\n#define MORE\n");
    EXPECT_EQ(made(), (Names{"part/one.cpp", "part/main.cpp", "lib/libpart.a", "bin/hotlock"}));
}

TEST_F(BuildRules, removed_header_is_no_error_once_nobody_includes_it) {
    make();
    write("one.cpp", "int one() { return 1; }\n");
    write("main.cpp", "int one();\nint main() { return one(); }\n");
    std::filesystem::remove(dir() / "part/one.h");
    EXPECT_EQ(made(), (Names{"part/one.cpp", "part/main.cpp", "lib/libpart.a", "bin/hotlock"}));
}

TEST_F(BuildRules, removed_source_leaves_the_library) {
    make();
    std::filesystem::remove(dir() / "part/two.cpp");
    EXPECT_EQ(made(), (Names{"lib/libpart.a", "bin/hotlock"}));
    EXPECT_EQ(run({"ar", "t", dir() / "build/release/lib/libpart.a"}).out, "one.cpp.o\n");
}

TEST_F(BuildRules, other_flags_rebuild) {
    make();
    EXPECT_EQ(made({"CPPFLAGS=-I. -DOTHER"}), everything);
    EXPECT_EQ(make({"CPPFLAGS=-I. -DOTHER"}).out, nothing_to_do);
}

TEST_F(BuildRules, variants_stand_side_by_side) {
    make();
    EXPECT_EQ(made({"VARIANT=tsan"}), everything);
    EXPECT_EQ(make().out, nothing_to_do);
}

TEST_F(BuildRules, warning_is_an_error_only_on_demand) {
    write("two.cpp", "int two(int unused) { return 2; }\n");
    EXPECT_EQ(make({"WERROR=1"}).status, 2);
    EXPECT_EQ(make().status, 0);
}

TEST_F(BuildRules, commands_are_shown_on_demand) {
    EXPECT_NE(make({"V=1"}).out.find("g++ -I."), std::string::npos);
}

TEST_F(BuildRules, install_puts_programs_and_documents_below_the_prefix) {
    write_file(dir() / "LICENSE", "terms");
    write_file(dir() / "GUIDE.md", "words");
    const auto stage = dir() / "stage area";
    EXPECT_EQ(make({"install", "DESTDIR=" + stage.string(), "PREFIX=/usr"}).status, 0);
    EXPECT_EQ(run({stage / "usr/bin/hotlock"}).status, 1);
    EXPECT_EQ(read_file(stage / "usr/share/doc/hotlock/LICENSE"), "terms");
    EXPECT_EQ(read_file(stage / "usr/share/doc/hotlock/GUIDE.md"), "words");
}

TEST_F(BuildRules, help_names_each_target_once) {
    const std::string help = make({"help"}).out;
    for (const std::string target : {"all", "deps", "demo", "test", "bench", "asan", "tsan",
                                     "approve", "install", "clean", "help"})
        EXPECT_NE(help.find("  make " + target + " "), std::string::npos) << target;
}

}  // namespace
}  // namespace hotlock::test
