// Warnings about sides that are not alike.
#include "analyzer/compare/environment.h"

#include <gtest/gtest.h>

#include "test/support/build_profile.h"

namespace hotlock {
namespace {

using test::make_profile;
using Sentences = std::vector<std::string>;

TEST(EnvironmentWarnings, AlikeSidesGiveNone) {
    EXPECT_EQ(environment_warnings({make_profile(), make_profile()}, {make_profile()}),
              Sentences{});
}

TEST(EnvironmentWarnings, OtherCommandsOnTheOtherSideAreWhatAbIsFor) {
    Profile patched = make_profile();
    patched.run.command = {"./server-patched"};
    EXPECT_EQ(environment_warnings({make_profile()}, {patched}), Sentences{});
    EXPECT_EQ(environment_warnings({make_profile(), patched}, {make_profile()}),
              Sentences{"The runs of A are of 2 different commands."});
}

TEST(EnvironmentWarnings, MachinesAndKernelsAreNamed) {
    Profile other = make_profile();
    other.run.host = "beta";
    other.run.cpus = 4;
    other.run.kernel = "";
    other.run.cpu_model = "Xeon";
    EXPECT_EQ(environment_warnings({make_profile()}, {make_profile(), other}),
              (Sentences{
                  "The runs differ in their hosts: A alpha; B alpha, beta.",
                  "The runs differ in their CPU models: A AMD EPYC; B AMD EPYC, Xeon.",
                  "The runs differ in their numbers of CPUs: A 2; B 2, 4.",
                  "The runs differ in their kernels: A 6.1.0-18-amd64; B unknown, 6.1.0-18-amd64.",
              }));
}

TEST(EnvironmentWarnings, UnsoundRunsAreCounted) {
    Profile failed = make_profile();
    failed.run.exit_code = 139;
    Profile cut = make_profile();
    cut.quality.complete = false;
    Profile lossy = make_profile();
    lossy.quality.lost_events = 3;
    EXPECT_EQ(environment_warnings({make_profile(), failed, failed}, {cut, lossy}),
              (Sentences{
                  "2 of 3 runs of A ended with a status other than 0.",
                  "1 of 2 runs of B broke off: their recordings are incomplete.",
                  "1 of 2 runs of B lost events: their waits are lower bounds.",
              }));
}

TEST(EnvironmentWarnings, ProbesThatDifferAndMissingLockWaitsAreSaid) {
    Profile blind = make_profile();
    blind.quality.probes = {{"sleeps", "unavailable", "needs CAP_BPF"}};
    EXPECT_EQ(environment_warnings({make_profile()}, {blind}),
              (Sentences{
                  "1 of 1 runs of B did not record lock waits, so no lock is judged.",
                  "The runs differ in their probes: A sleeps; B none.",
              }));
}

TEST(EnvironmentWarnings, RunsWithoutCacheLinesAreSaid) {
    Profile sampled = make_profile();
    sampled.quality.probes.push_back({"samples", "on", ""});
    Profile off = sampled;
    off.quality.probes.push_back({"cache lines", "off", "only 0.62"});
    EXPECT_EQ(environment_warnings({sampled}, {off, sampled}),
              (Sentences{"1 of 2 runs of B derived no cache lines from their samples, so none is "
                         "compared."}));
}

}  // namespace
}  // namespace hotlock
