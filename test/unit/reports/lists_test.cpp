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
    EXPECT_NE(doctor_text({good}, {}, {}).find("works here."), std::string::npos);
    const std::string text = doctor_text({bad}, {}, {});
    EXPECT_NE(text.find("does not work here"), std::string::npos);
    EXPECT_NE(text.find("-> use sudo"), std::string::npos);
    EXPECT_NE(doctor_json({bad}, {}).find("\"fix\": \"use sudo\""), std::string::npos);
}

TEST(DoctorList, OneProbeIsEnoughToRecord) {
    const std::vector<Capability> capabilities{{"sleeps probe", "missing", "no BPF", "sudo"},
                                               {"samples probe", "limited", "no kernel", ""}};
    EXPECT_NE(doctor_text(capabilities, {}, {}).find("works here, without what is missing"),
              std::string::npos);
}

Calibration calibration() {
    Calibration calibration;
    calibration.add({Stall::load, {0, 194, 4, 1, 0, 1, 0}, 0});
    calibration.add({Stall::atomic, {0, 310, 10, 0, 0, 80, 0}, 100});
    LineTransfer transfer;
    transfer.cpus = {0, 3};
    transfer.bursts = 9;
    transfer.median = fractional_ns(141.26);
    transfer.low = fractional_ns(52);
    transfer.high = fractional_ns(208);
    transfer.private_atomic = fractional_ns(6.24);
    calibration.transfer = transfer;
    return calibration;
}

TEST(DoctorList, ShowsWhereTicksFall) {
    const std::string text = doctor_text({}, calibration(), {});
    const std::string load = "load      200        -   97.0 %    2.0 %    1.0 %          -\n";
    const std::string atomic = "atomic    500        -   62.0 %    2.0 %   16.0 %     20.0 %\n";
    EXPECT_NE(text.find(load), std::string::npos) << text;
    EXPECT_NE(text.find(atomic), std::string::npos) << text;
    EXPECT_NE(text.find("from CPU 0 to CPU 3 in 141 ns (52 to 208 ns in 9 bursts): far."),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("stays takes 6.2 ns"), std::string::npos) << text;
}

TEST(DoctorList, WithoutACalibrationThereIsNoTable) {
    const std::string text = doctor_text({}, {.obstacle = "one core"}, {});
    EXPECT_EQ(text.find("stall"), std::string::npos) << text;
    EXPECT_EQ(text.find("moves"), std::string::npos) << text;
}

TEST(DoctorList, JsonHasTheCalibration) {
    const std::string json = doctor_json({}, calibration());
    for (const char* part :
         {"\"kind\": \"atomic\"", "\"expected_share\": 0.62", "\"tier\": \"off\"",
          "\"reason\": \"only 0.62 of", "\"median_ns\": 141.3", "\"distance\": \"far\"",
          "\"private_atomic_ns\": 6.2", "\"elsewhere\": 100"})
        EXPECT_NE(json.find(part), std::string::npos) << part << " in\n" << json;
    const std::string none = doctor_json({}, {.obstacle = "one core"});
    for (const char* part : {"\"expected_share\": null", "\"tier\": \"on\"",
                             "\"reason\": \"one core\"", "\"transfer\": null"})
        EXPECT_NE(none.find(part), std::string::npos) << part << " in\n" << none;
}

}  // namespace
}  // namespace hotlock::reports
