// What is stored comes back equal.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analyzer/store/store.h"
#include "test/unit/store/database_file.h"
#include "test/unit/store/samples.h"

namespace hotlock {
namespace {

using namespace std::chrono_literals;

class StoreRoundTrip : public testing::Test {
  protected:
    Profile stored(const Profile& profile) {
        const std::string path = directory_.file("hotlock.db");
        const RunId id = Store(path, Store::Mode::write).save(profile);
        Profile loaded = Store(path, Store::Mode::read).load(id);
        EXPECT_EQ(loaded.run.id, id);
        return loaded;
    }

  private:
    TemporaryDirectory directory_;
};

TEST_F(StoreRoundTrip, KeepsEverything) {
    EXPECT_EQ(dump(stored(sample_profile())), dump(sample_profile()));
}

TEST_F(StoreRoundTrip, KeepsAnEmptyProfile) {
    EXPECT_EQ(dump(stored(Profile())), dump(Profile()));
}

TEST_F(StoreRoundTrip, RunsThatShareNamesAndStacksStayApart) {
    for (const unsigned seed : {1, 2, 3}) {
        const size_t locks = 4 + seed;
        EXPECT_EQ(dump(stored(sample_profile(seed, locks))), dump(sample_profile(seed, locks)));
    }
}

TEST_F(StoreRoundTrip, KeepsHostileTexts) {
    const std::string texts[] = {"'; DROP TABLE run; --",
                                 std::string("nul \0 inside", 12),
                                 "\xff\xfe invalid UTF-8 \xc3",
                                 "\x1b[31m\n\t\"",
                                 "%s%n ?1 :name",
                                 std::string(4096, 'x'),
                                 "naïve — 漢字"};
    Profile profile = sample_profile();
    for (const std::string& text : texts) {
        profile.run.command.push_back(text);
        profile.quality.warnings.push_back(text);
        profile.metrics.push_back({text, 1, text, text});
        profile.threads.push_back({.name = text});
        profile.locks.at(0).acquirers.push_back(text);
        profile.findings.push_back({text, text, text, text, text});
        const Frame frame{.function = text, .module = text, .build_id = text, .file = text};
        profile.work_waits.push_back({text, profile.stacks.intern(std::vector{frame}), {}});
    }
    profile.run.label = profile.locks.at(0).name = texts[1];
    profile.run.host = profile.locks.at(0).module = texts[2];
    EXPECT_EQ(dump(stored(profile)), dump(profile));
}

TEST_F(StoreRoundTrip, KeepsExtremeNumbers) {
    Profile profile = sample_profile();
    profile.run.started_at = std::numeric_limits<int64_t>::min();
    profile.run.duration = nanoseconds::max();
    profile.run.exit_code = -1;
    profile.quality.lost_events = INT64_MAX;
    profile.metrics = {{"inf", INFINITY, "", ""}, {"tiny", 5e-324, "", ""}, {"nan", NAN, "", ""}};
    profile.locks.at(0).address = UINT64_MAX;
    profile.locks.at(0).wait_hist.add(nanoseconds::max(), 1ULL << 62);
    EXPECT_EQ(dump(stored(profile)), dump(profile));
}

TEST_F(StoreRoundTrip, KeepsDeepStacks) {
    Profile profile;
    std::vector<Frame> frames(5000, Frame{.function = "recurse"});
    profile.work_waits = {{"condition", profile.stacks.intern(frames), {}}};
    EXPECT_EQ(dump(stored(profile)), dump(profile));
}

TEST_F(StoreRoundTrip, RefusesImpossibleValues) {
    Profile negative = sample_profile();
    negative.locks.at(2).sites.at(1).sums.queue = -1ns;
    Profile huge = sample_profile();
    huge.quality.lost_events = UINT64_MAX;
    Profile deep;
    const std::vector<Frame> frames(20'000, Frame{.function = "recurse"});
    deep.work_waits = {{"condition", deep.stacks.intern(frames), {}}};
    for (const Profile& profile : {negative, huge, deep})
        EXPECT_NE(error_of([&] { stored(profile); }).find("was not stored"), std::string::npos);
}

TEST(Store, ListsRunsWithTheirTopLock) {
    TemporaryDirectory directory;
    Store store(directory.file("hotlock.db"), Store::Mode::write);
    EXPECT_TRUE(store.runs().empty());
    store.save(sample_profile(1));
    Profile quiet = sample_profile(2, 0);
    quiet.quality.complete = true;
    store.save(quiet);

    const std::vector<RunRow> rows = store.runs();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].run.id, RunId{1});
    EXPECT_EQ(rows[0].run.command, sample_profile().run.command);
    EXPECT_EQ(rows[0].top_lock, "Pool<1>::lock");
    EXPECT_DOUBLE_EQ(rows[0].top_lock_share, 0.5);
    EXPECT_FALSE(rows[0].complete);
    EXPECT_EQ(rows[1].run.label, "label 2");
    EXPECT_EQ(rows[1].top_lock, "");
    EXPECT_TRUE(rows[1].complete);
    ASSERT_EQ(rows[1].metrics.size(), 2u);
    EXPECT_EQ(rows[1].metrics[0].value, 2469);
}

}  // namespace
}  // namespace hotlock
