#include "reports/lists.h"

#include <gtest/gtest.h>

namespace hotlock::reports {
namespace {

RunRow row() {
    RunRow row;
    row.run.id = RunId{7};
    row.run.label = "before";
    row.run.command = {"./server", "--name", "a b"};
    row.run.duration = std::chrono::seconds(10);
    row.run.exit_code = 3;
    row.metrics = {{"speed", 1234567, "ops/s", "higher"}};
    row.top_lock = "pool_lock";
    row.top_lock_share = 0.25;
    return row;
}

TEST(RunsList, TextHasALineForEachRun) {
    const std::string text = runs_text({row()}, {.width = 160});
    for (const char* part : {"7", "before", "10 s", "1.23 M ops/s", "25.0 % pool_lock",
                             "./server --name 'a b'", "exit 3"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST(RunsList, HostileLabelsAreMadeVisible) {
    RunRow hostile = row();
    hostile.run.label = "\x1b[2J";
    EXPECT_EQ(runs_text({hostile}, {}).find('\x1b'), std::string::npos);
}

TEST(RunsList, NoRunsIsASentence) {
    EXPECT_NE(runs_text({}, {}).find("No runs yet"), std::string::npos);
}

TEST(RunsList, JsonSurvivesInvalidText) {
    RunRow hostile = row();
    hostile.run.label = "\xff\"";
    const std::string json = runs_json({hostile});
    EXPECT_NE(json.find("\"schema\": \"hotlock.runs/1\""), std::string::npos);
    EXPECT_EQ(json.find('\xff'), std::string::npos);
}

TEST(DoctorList, SaysWhetherRecordWorks) {
    const Capability good{"sleeps probe", "ok", "works", ""};
    const Capability bad{"sleeps probe", "missing", "not permitted", "use sudo"};
    EXPECT_NE(capabilities_text({good}, {}).find("works here."), std::string::npos);
    const std::string text = capabilities_text({bad}, {});
    EXPECT_NE(text.find("does not work here"), std::string::npos);
    EXPECT_NE(text.find("-> use sudo"), std::string::npos);
    EXPECT_NE(capabilities_json({bad}).find("\"fix\": \"use sudo\""), std::string::npos);
}

TEST(DoctorList, OneProbeIsEnoughToRecord) {
    const std::vector<Capability> capabilities{{"sleeps probe", "missing", "no BPF", "sudo"},
                                               {"samples probe", "limited", "no kernel", ""}};
    EXPECT_NE(capabilities_text(capabilities, {}).find("works here, without what is missing"),
              std::string::npos);
}

}  // namespace
}  // namespace hotlock::reports
