// Names of runs, labels, and what is said when nothing matches.
#include <gtest/gtest.h>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

class StoreFind : public testing::Test {
  protected:
    void save(const std::string& label) {
        Profile profile = sample_profile(1, 1);
        profile.run.label = label;
        store_.save(profile);
    }

    // "1 3" for runs 1 and 3.
    std::string found(const std::string& name) {
        std::string ids;
        for (const RunId id : store_.find(name))
            ids += (ids.empty() ? "" : " ") + std::to_string(id.value);
        return ids;
    }

    std::string hint_for(const std::string& name) {
        try {
            store_.find(name);
        } catch (const Error& error) {
            return error.hint();
        }
        return "found";
    }

  private:
    TemporaryDirectory directory_;

  protected:
    Store store_{directory_.file("hotlock.db"), Store::Mode::write};
};

TEST_F(StoreFind, ById) {
    save("");
    save("");
    EXPECT_EQ(found("2"), "2");
}

TEST_F(StoreFind, ByPlaceFromTheEnd) {
    save("");
    save("");
    save("");
    store_.remove(RunId{2});
    EXPECT_EQ(found("@-1"), "3");
    EXPECT_EQ(found("@-2"), "1");
}

TEST_F(StoreFind, ByLabelOfSeveralRuns) {
    save("base");
    save("patch");
    save("base");
    EXPECT_EQ(found("base"), "1 3");
}

TEST_F(StoreFind, IdWinsOverLabel) {
    save("2");
    save("9");
    EXPECT_EQ(found("2"), "2");
    EXPECT_EQ(found("9"), "2");
}

TEST_F(StoreFind, OnlyPlainNumbersAreIds) {
    save("007");
    save("@-0");
    EXPECT_EQ(found("007"), "1");
    EXPECT_EQ(found("@-0"), "2");
    for (const char* name : {"0", "+1", " 1", "1 ", "0x1", "1e0", "4294967297", "@1", "@-01"})
        EXPECT_NE(hint_for(name), "found") << name;
}

TEST_F(StoreFind, NothingMatchesSaysWhatThereIs) {
    EXPECT_NE(hint_for("@-1").find("no runs yet"), std::string::npos);
    save("base");
    save("");
    save("it's");
    EXPECT_EQ(hint_for(""), hint_for("nobody"));
    EXPECT_EQ(hint_for("@-4"), hint_for("4"));
    EXPECT_NE(hint_for("4").find("3 runs between 1 and 3, labels 'it's', 'base'"),
              std::string::npos);
}

TEST_F(StoreFind, MessagesAreSafeForTerminals) {
    save("\x1b]0;title\a");
    EXPECT_EQ(hint_for("\x1b[2J").find('\x1b'), std::string::npos);
    EXPECT_EQ(error_of([&] { store_.find("\x1b[2J"); }).find('\x1b'), std::string::npos);
}

TEST_F(StoreFind, LabelsCanBeChangedAndTakenAway) {
    save("old");
    store_.set_label(RunId{1}, "new");
    EXPECT_EQ(found("new"), "1");
    EXPECT_NE(hint_for("old"), "found");
    EXPECT_EQ(store_.load(RunId{1}).run.label, "new");
    store_.set_label(RunId{1}, "");
    EXPECT_NE(hint_for("new"), "found");
}

TEST_F(StoreFind, UnknownRunsAreErrorsEverywhere) {
    save("");
    EXPECT_NE(error_of([&] { store_.load(RunId{2}); }).find("no run 2"), std::string::npos);
    EXPECT_NE(error_of([&] { store_.remove(RunId{2}); }).find("no run 2"), std::string::npos);
    EXPECT_NE(error_of([&] { store_.set_label(RunId{2}, "x"); }).find("no run 2"),
              std::string::npos);
}

}  // namespace
}  // namespace hotlock
