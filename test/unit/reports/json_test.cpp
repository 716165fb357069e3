// The documents parse back and have exactly the keys of the contract.
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "analyzer/compare/compare.h"
#include "reports/report.h"
#include "test/support/build_profile.h"

namespace hotlock::reports {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

std::vector<std::string> missing_keys(const Json& object, const std::vector<std::string>& keys) {
    std::vector<std::string> missing;
    for (const std::string& key : keys) {
        if (!object.contains(key)) missing.push_back(key);
    }
    return missing;
}

using Keys = std::vector<std::string>;

Profile example() {
    Profile profile = test::make_profile();
    profile.metrics = {{"throughput", 10.5, "ops/s", "higher"}};
    Lock& lock = test::add_lock(profile, "pool", 0.5);
    lock.offset = 0x5f08;
    lock.address = 0x7f00;
    test::add_site(profile, lock, {"pthread_mutex_lock", "Pool::next"}).mode = WaitMode::read;
    test::add_holder(profile, lock, "worker", {"libx.so.1+0x20", "Pool::mix"});
    ThreadSummary thread;
    thread.tid = 12;
    thread.name = "worker";
    profile.threads = {thread};
    WorkWait wait;
    wait.kind = "condition";
    wait.stack = test::make_stack(profile, {"pthread_cond_wait", "Queue::pop"});
    wait.sums.wait = 3ms;
    profile.work_waits = {wait};
    profile.findings = {{"hot-lock", "high", "title", "detail", "advice"}};
    return profile;
}

TEST(RunJson, HasTheKeysOfTheContract) {
    const Json document = Json::parse(run_json(example()));
    EXPECT_EQ(missing_keys(document,
                           {"schema", "run", "quality", "metrics", "threads", "locks", "work_waits",
                            "kernel_locks", "lines", "cpu", "counters", "findings"}),
              Keys{});
    EXPECT_EQ(missing_keys(document["run"],
                           {"id", "label", "command", "started_at", "duration_ns", "thread_time_ns",
                            "exit_code", "threads", "cpus", "host", "kernel", "git"}),
              Keys{});
    EXPECT_EQ(
        missing_keys(document["quality"], {"probes", "lost_events", "truncated_stacks",
                                           "unsymbolized_share", "overhead_share", "warnings"}),
        Keys{});
    EXPECT_EQ(missing_keys(document["threads"][0], {"tid", "name", "running_ns", "churn_ns",
                                                    "lock_wait_ns", "work_wait_ns", "ready_ns"}),
              Keys{});
    const Json& lock = document["locks"][0];
    EXPECT_EQ(missing_keys(
                  lock, {"id",          "name",      "kind",         "module",      "offset",
                         "address",     "share",     "waits",        "sleeps",      "wait_ns",
                         "queue_ns",    "free_ns",   "churn_ns",     "wait_max_ns", "wait_p50_ns",
                         "wait_p99_ns", "wait_hist", "acquisitions", "hold_ns",     "sites",
                         "holders"}),
              Keys{});
    EXPECT_EQ(missing_keys(lock["sites"][0], {"stack", "mode", "waits", "wait_ns"}), Keys{});
    EXPECT_EQ(missing_keys(lock["holders"][0], {"thread", "stack", "blame_ns", "on_cpu_ns",
                                                "off_cpu_ns", "state", "wakes", "woken_wait_ns"}),
              Keys{});
    EXPECT_EQ(missing_keys(document["work_waits"][0], {"kind", "site", "waits", "wait_ns"}),
              Keys{});
    EXPECT_EQ(
        missing_keys(document["findings"][0], {"rule", "severity", "title", "detail", "advice"}),
        Keys{});
}

TEST(RunJson, ValuesHaveTheirTypesAndUnits) {
    const Json document = Json::parse(run_json(example()));
    EXPECT_EQ(document["schema"], "hotlock.report/1");
    EXPECT_EQ(document["run"]["id"], 7);
    EXPECT_EQ(document["run"]["command"], Json({"./server", "--threads", "8"}));
    EXPECT_EQ(document["run"]["started_at"], "2026-01-02T03:04:05.000Z");
    EXPECT_EQ(document["run"]["duration_ns"], 10'000'000'000);
    const Json& lock = document["locks"][0];
    EXPECT_EQ(lock["share"], 0.5);
    EXPECT_EQ(lock["wait_ns"], 40'000'000'000);
    EXPECT_TRUE(lock["wait_ns"].is_number_integer());
    EXPECT_EQ(lock["offset"], "0x5f08");
    EXPECT_EQ(lock["address"], "0x7f00");
    EXPECT_EQ(lock["kind"], "mutex");
    EXPECT_EQ(lock["sites"][0]["mode"], "read");
    EXPECT_EQ(lock["wait_hist"].size(), 1u);
    EXPECT_EQ(lock["wait_hist"][0]["count"], 20'000);
    EXPECT_LE(lock["wait_hist"][0]["from_ns"], 2'000'000);
    EXPECT_GT(lock["wait_hist"][0]["to_ns"], 2'000'000);
    EXPECT_EQ(document["work_waits"][0]["site"], "pthread_cond_wait");
}

TEST(RunJson, StacksAreLeafFirst) {
    const Json document = Json::parse(run_json(example()));
    const Json& stack = document["locks"][0]["holders"][0]["stack"];
    ASSERT_EQ(stack.size(), 2u);
    EXPECT_EQ(stack[0]["name"], "libx.so.1+0x20");
    EXPECT_TRUE(stack[0]["function"].is_null());
    EXPECT_EQ(stack[0]["offset"], "0x20");
    EXPECT_EQ(stack[1]["function"], "Pool::mix");
    EXPECT_EQ(stack[1]["module"], "/opt/app/server");
    EXPECT_TRUE(stack[1]["line"].is_null());
    EXPECT_EQ(stack[1]["inlined"], false);
}

TEST(RunJson, AbsentIsNullAndNotZero) {
    Profile profile;
    profile.locks.emplace_back();
    profile.threads.emplace_back();
    const Json document = Json::parse(run_json(profile));
    EXPECT_TRUE(document["run"]["id"].is_null());
    EXPECT_TRUE(document["run"]["exit_code"].is_null());
    EXPECT_TRUE(document["run"]["started_at"].is_null());
    EXPECT_TRUE(document["quality"]["overhead_share"].is_null());
    EXPECT_TRUE(document["threads"][0]["running_ns"].is_null());
    EXPECT_TRUE(document["locks"][0]["offset"].is_null());
    EXPECT_TRUE(document["locks"][0]["wait_p99_ns"].is_null());
    EXPECT_TRUE(document["locks"][0]["hold_ns"].is_null());
    for (const char* section : {"kernel_locks", "lines", "cpu", "counters"})
        EXPECT_TRUE(document[section].is_null()) << section;
    EXPECT_TRUE(document["work_waits"].is_array());
}

TEST(RunJson, LinesThatAreOffAreNullBesideOtherSamples) {
    Profile profile = example();
    profile.quality.probes.push_back({"samples", "on", ""});
    EXPECT_TRUE(Json::parse(run_json(profile))["lines"].is_array());
    profile.quality.probes.push_back({"cache lines", "off", "only 0.62"});
    const Json document = Json::parse(run_json(profile));
    EXPECT_TRUE(document["lines"].is_null());
    EXPECT_TRUE(document["cpu"].is_array());
    EXPECT_TRUE(Json::parse(comparison_json(compare({profile}, {profile})))["lines"].is_null());
}

TEST(RunJson, NumbersThatJsonLacksAreNull) {
    Profile profile = example();
    profile.metrics[0].value = std::numeric_limits<double>::infinity();
    profile.locks[0].share = std::numeric_limits<double>::quiet_NaN();
    const Json document = Json::parse(run_json(profile));
    EXPECT_TRUE(document["metrics"][0]["value"].is_null());
    EXPECT_TRUE(document["locks"][0]["share"].is_null());
}

TEST(RunJson, HostileNamesComeBackAsTheyWere) {
    for (const std::string& bad :
         {std::string("</script>\"'\\"), std::string("\x1b[31m\n\t"), std::string("\u2028\u2029"),
          std::string("nul\0nul", 7), std::string(4096, 'n')}) {
        Profile profile = example();
        profile.locks[0].name = bad;
        profile.run.command = {bad};
        const Json document = Json::parse(run_json(profile));
        EXPECT_EQ(document["locks"][0]["name"], bad);
        EXPECT_EQ(document["run"]["command"][0], bad);
    }
}

TEST(RunJson, InvalidUtf8IsReplaced) {
    Profile profile = example();
    profile.locks[0].name =
        "a\xff"
        "b\xc3";
    EXPECT_EQ(Json::parse(run_json(profile))["locks"][0]["name"], "a\uFFFDb\uFFFD");
}

TEST(RunJson, EndsInANewline) {
    EXPECT_TRUE(run_json(Profile()).ends_with("}\n"));
}

TEST(ComparisonJson, HasTheKeysOfTheContract) {
    Profile other = example();
    other.metrics[0].value = 21;
    const Json document = Json::parse(comparison_json(compare({example()}, {other})));
    EXPECT_EQ(document["schema"], "hotlock.diff/1");
    EXPECT_EQ(missing_keys(document, {"a", "b", "pairs", "metrics", "locks", "lines", "cpu",
                                      "counters", "findings", "verdict"}),
              Keys{});
    const Json& metric = document["metrics"][0];
    EXPECT_EQ(missing_keys(metric, {"name", "unit", "better", "primary", "a_median", "b_median",
                                    "ratio", "ci_low", "ci_high", "p", "verdict"}),
              Keys{});
    EXPECT_EQ(missing_keys(document["locks"][0],
                           {"name", "match_confidence", "a", "b", "wait_ns_per_op_a",
                            "wait_ns_per_op_b", "delta", "p_adjusted", "verdict"}),
              Keys{});
    EXPECT_EQ(metric["ratio"], 2);
    EXPECT_EQ(metric["primary"], true);
    EXPECT_TRUE(metric["p"].is_null());
    EXPECT_EQ(document["a"]["runs"][0]["id"], 7);
    EXPECT_EQ(document["locks"][0]["a"]["wait_ns"], 40'000'000'000);
    EXPECT_EQ(document["verdict"], "inconclusive");
    EXPECT_EQ(document["reason"], "1 run a side");
}

TEST(ComparisonJson, ALockOfOneSideIsNullOnTheOther) {
    const Json document =
        Json::parse(comparison_json(compare({example()}, {test::make_profile()})));
    EXPECT_TRUE(document["locks"][0]["b"].is_null());
    EXPECT_EQ(document["locks"][0]["verdict"], "vanished");
}

}  // namespace
}  // namespace hotlock::reports
