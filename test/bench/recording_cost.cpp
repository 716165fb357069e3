// What `hotlock record` costs the program: throughput kept under contention, and ns per wait that
// really blocks. Rounds are interleaved in random order; bare against bare shows what the machine
// itself does meanwhile.
// usage: recording_cost BUILD_DIRECTORY [ROUNDS [SECONDS]]
#include <fmt/format.h>

#include "test/bench/rounds.h"

namespace hotlock::bench {
namespace {

void throughput_kept(const Setup& setup, const std::string& threads, Goals& goals) {
    fmt::print("secure-random before, {} threads: throughput kept, {} rounds of {} s\n", threads,
               setup.rounds, setup.seconds);
    const Command bare{setup.program("bin/cryptobench"),
                       "secure-random",
                       "--variant",
                       "before",
                       "--threads",
                       threads,
                       "--seconds",
                       setup.seconds};
    const auto values = run_rounds(setup, {bare, setup.recorded(bare), bare}, "ops/s");
    const Estimate kept = ratio_of(values[1], values[0]);
    print_estimate("recorded / bare", kept);
    print_estimate("bare / bare", ratio_of(values[2], values[0]));
    goals.at_least("upper end of the interval", kept.high, 0.97);
    goals.at_least("lower end of the interval", kept.low, 0.93);
}

void cost_of_a_wait(const Setup& setup, Goals& goals) {
    fmt::print("hand-over on one CPU: ns per wait that blocks, {} rounds of {} s\n", setup.rounds,
               setup.seconds);
    const Command bare{setup.program("test/workloads/handover"), setup.seconds};
    const auto values = run_rounds(setup, {bare, setup.recorded(bare), bare}, "ns each");
    print_estimate("bare", estimate_median(values[0]));
    const Estimate added = difference_of(values[1], values[0]);
    print_estimate("recorded - bare", added);
    print_estimate("bare - bare", difference_of(values[2], values[0]));
    goals.at_most("ns added to a wait that blocks", added.median, 1500);
}

int run(const Setup& setup) {
    Goals goals;
    throughput_kept(setup, "2", goals);
    throughput_kept(setup, "4", goals);
    cost_of_a_wait(setup, goals);
    return goals.finish();
}

}  // namespace
}  // namespace hotlock::bench

int main(int argc, char** argv) {
    return hotlock::bench::run(hotlock::bench::setup_from(argc, argv));
}
