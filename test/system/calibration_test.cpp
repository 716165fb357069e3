// The calibration of the samples: what `doctor` says of it, and what `record` makes of it.
#include <sys/stat.h>
#include <sys/utsname.h>

#include <fstream>

#include "test/system/recording.h"

namespace hotlock::test {
namespace {

constexpr double least_share = 0.8;

// Off below the least share, and only then; what was measured is possible.
void expect_consistent(const Json& calibration) {
    const bool measured = !calibration.is_null("/expected_share");
    const bool off = measured && calibration.number("/expected_share") < least_share;
    EXPECT_EQ(calibration.text("/tier"), off ? "off" : "on");
    EXPECT_EQ(calibration.is_null("/reason"), measured && !off);
    if (calibration.is_null("/transfer")) return;
    EXPECT_GT(calibration.number("/transfer/low_ns"), 0);
    EXPECT_GE(calibration.number("/transfer/median_ns"), calibration.number("/transfer/low_ns"));
    EXPECT_GE(calibration.number("/transfer/high_ns"), calibration.number("/transfer/median_ns"));
    EXPECT_GT(calibration.number("/private_atomic_ns"), 0);
    EXPECT_NE(calibration.number("/transfer/cpus/0"), calibration.number("/transfer/cpus/1"));
}

// The first line that begins so; what stands behind ": " where it has that.
std::string first_line(const char* path, const std::string& begin) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(begin))
            return line.find(": ") == std::string::npos ? line : line.substr(line.find(": ") + 2);
    return "";
}

class Calibration : public testing::Test {
  protected:
    std::filesystem::path cache() const { return folder_ / "cache"; }
    std::filesystem::path file() const { return cache() / "hotlock" / "calibration"; }

    Result doctor(const Words& options = {}) const {
        Command command;
        command.argv = {program("hotlock"), "doctor"};
        command.argv.insert(command.argv.end(), options.begin(), options.end());
        command.env["XDG_CACHE_HOME"] = cache();
        return run(command);
    }

    Result record(const Recording& recording, const Words& options = {}) const {
        Words words{"record"};
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), {"--", workload("lines"), "true_atomic", "1"});
        Command command = recording.command(words);
        command.env["XDG_CACHE_HOME"] = cache();
        return run(command);
    }

    // As if these ticks had been measured since this machine was started.
    void put_ticks(const std::string& lines) const {
        utsname name{};
        uname(&name);
        std::filesystem::create_directories(file().parent_path());
        write_file(file(), "hotlock calibration 2\n" +
                               first_line("/proc/sys/kernel/random/boot_id", "") + " " +
                               name.release + " " + first_line("/proc/cpuinfo", "model name") +
                               "\n" + lines);
    }

  private:
    TempDir folder_;
};

TEST_F(Calibration, DoctorSaysWhereTicksFall) {
    const Json json(doctor({"--json"}).out);
    expect_consistent(json.at("/calibration"));
    if (json.size("/calibration/kinds") == 0) GTEST_SKIP() << json.text("/calibration/reason");
    EXPECT_EQ(json.size("/calibration/kinds"), 3U);
    EXPECT_EQ(json.size("/calibration/kinds/0/histogram"), 7U);
    const std::string text = doctor().out;
    EXPECT_NE(text.find("calibration of samples"), std::string::npos) << text;
    EXPECT_NE(text.find("elsewhere"), std::string::npos) << text;
}

TEST_F(Calibration, AnOrdinaryUserMayCalibrate) {
    SKIP_UNLESS_ROOT();
    Command command;
    command.argv = {program("hotlock"), "doctor", "--json"};
    command.user = nobody();
    expect_consistent(Json(run(command).out).at("/calibration"));
}

TEST_F(Calibration, OneCpuIsNotEnoughAndNoFault) {
    Command command;
    command.argv = {"taskset", "-c", "0", program("hotlock"), "doctor", "--json"};
    const Result result = run(command);
    if (result.status > 1) GTEST_SKIP() << "needs taskset and CPU 0";
    const Json calibration = Json(result.out).at("/calibration");
    expect_consistent(calibration);
    EXPECT_TRUE(calibration.is_null("/expected_share"));
    EXPECT_TRUE(calibration.is_null("/transfer"));
    EXPECT_EQ(calibration.text("/tier"), "on");
    EXPECT_NE(calibration.text("/reason").find("two cores"), std::string::npos);
}

TEST_F(Calibration, RecordRemembersWhatItMeasured) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    EXPECT_EQ(record(recording).status, 0);
    if (!std::filesystem::exists(file())) GTEST_SKIP() << "too busy here, or not allowed";
    struct stat status {};
    ASSERT_EQ(stat(file().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);
    EXPECT_TRUE(read_file(file()).starts_with("hotlock calibration 2\n"));
}

TEST_F(Calibration, WhatIsRememberedIsNotMeasuredAgain) {
    SKIP_UNLESS_BPF();
    put_ticks(
        "calibration expected=95 later=5\n"
        "calibration stall=1 expected=97 later=3 alone_ns=10 moved_ns=100\n");
    const std::string text = read_file(file());
    const Recording recording;
    const Result result = record(recording);
    EXPECT_EQ(result.err.find("cache lines"), std::string::npos) << result.err;
    EXPECT_EQ(read_file(file()), text);
    const Json report = recording.report();
    EXPECT_FALSE(report.is_null("/lines"));
    if (report.size("/lines") == 0) GTEST_SKIP() << "one CPU only, or too busy";
    const double time = report.number("/lines/0/time_ns");
    EXPECT_NEAR(report.number("/lines/0/excess_ns"), 0.9 * time, 0.01 * time);
    EXPECT_NEAR(report.number("/lines/0/share") * report.number("/run/thread_time_ns"),
                report.number("/lines/0/excess_ns"), 0.001 * time);
}

TEST_F(Calibration, WhereTicksFallElsewhereThereAreNoLines) {
    SKIP_UNLESS_BPF();
    put_ticks("calibration expected=95 later=5\ncalibration stall=1 expected=62 later=38\n");
    const Recording recording;
    const Result result = record(recording);
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.err.find("warning: cache lines: off, only 0.62"), std::string::npos)
        << result.err;
    const Json report = recording.report();
    EXPECT_TRUE(report.is_null("/lines"));
    EXPECT_GT(report.size("/cpu"), 0U);
    const std::string text = recording.hotlock({"report"}).out;
    EXPECT_NE(text.find("cache lines (off: only 0.62"), std::string::npos) << text;
}

TEST_F(Calibration, WithoutSamplesNothingIsCalibrated) {
    SKIP_UNLESS_BPF();
    const Recording recording;
    EXPECT_EQ(record(recording, {"--freq", "0"}).status, 0);
    EXPECT_FALSE(std::filesystem::exists(file()));
}

}  // namespace
}  // namespace hotlock::test
