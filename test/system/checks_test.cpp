// The include rules, tried on small trees: what stands is accepted, what breaks them is named.
#include "test/system/harness.h"

namespace hotlock::test {
namespace {

class IncludeRules : public testing::Test {
  protected:
    IncludeRules() { run({"git", "init", "-q", dir_.path()}); }

    void file(const std::string& name, const std::string& text) {
        const auto path = dir_ / name;
        std::filesystem::create_directories(path.parent_path());
        write_file(path, text);
        run({"git", "-C", dir_.path(), "add", name});
    }

    Result check() const { return run({"tools/check-includes", dir_.path()}); }

    void expect_broken(const std::string& message) const {
        const Result result = check();
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(result.out, message + "\n");
    }

  private:
    TempDir dir_;
};

TEST_F(IncludeRules, accept_what_meets_in_common_and_goes_through_its_door) {
    file("collector/a.cpp",
         "#include <bpf/libbpf.h>\n#include \"bpf/a.h\"\n#include \"common/a.h\"\n");
    file("analyzer/store/a.cpp",
         "#include <SQLiteCpp/Database.h>\n#include \"analyzer/store/a.h\"\n");
    file("cli/a.cpp", "#include \"collector/a.h\"\n#include \"reports/a.h\"\n");
    file("test/unit/a.cpp", "#include <sqlite3.h>\n");
    const Result result = check();
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.status, 0);
}

TEST_F(IncludeRules, stages_do_not_include_each_other) {
    file("reports/a.cpp", "  #  include \"analyzer/a.h\"\n");
    expect_broken("reports/a.cpp: analyzer/a.h may not be included by reports/");
}

TEST_F(IncludeRules, only_the_collector_includes_the_bpf_part) {
    file("cli/a.cpp", "#include \"bpf/a.h\"\n");
    expect_broken("cli/a.cpp: bpf/a.h may not be included by cli/");
}

TEST_F(IncludeRules, a_library_has_one_door) {
    file("analyzer/profile/a.cpp", "#include <elfutils/libdwfl.h>\n");
    expect_broken(
        "analyzer/profile/a.cpp: elfutils/libdwfl.h is a library that this folder has no door to");
}

TEST_F(IncludeRules, a_door_of_one_file_stays_one_file) {
    file("cryptolib/bench/a.cpp", "#include <nlohmann/json.hpp>\n");
    file("cryptolib/bench/b.cpp", "#include <nlohmann/json.hpp>\n");
    expect_broken(
        "cryptolib/bench/b.cpp: nlohmann/json.hpp has a door in cryptolib/bench/a.cpp already");
}

TEST_F(IncludeRules, our_headers_are_named_from_the_root) {
    file("common/base/a.cpp", "#include \"text.h\"\n");
    expect_broken("common/base/a.cpp: text.h is not named from the root of the repository");
}

TEST_F(IncludeRules, new_folders_are_entered_in_the_table) {
    file("plugins/a.cpp", "#include \"common/a.h\"\n");
    expect_broken(
        "plugins/a.cpp: common/a.h stands in a folder that tools/check-includes does not know");
}

}  // namespace
}  // namespace hotlock::test
