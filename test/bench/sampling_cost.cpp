// What sampling costs programs whose threads never sleep: one that fights for a cache line, and one
// that only computes. The default rate has a goal, 5 kHz is printed beside it.
// usage: sampling_cost BUILD_DIRECTORY [ROUNDS [SECONDS]]
#include <fmt/format.h>

#include "test/bench/rounds.h"

namespace hotlock::bench {
namespace {

void throughput_kept(const Setup& setup, const std::string& what, const Command& bare,
                     Goals& goals) {
    fmt::print("{}, 2 threads: throughput kept, {} rounds of {} s\n", what, setup.rounds,
               setup.seconds);
    const auto values = run_rounds(
        setup, {bare, setup.recorded(bare), setup.recorded(bare, {"-F", "5000"}), bare}, "ops/s");
    const Estimate kept = ratio_of(values[1], values[0]);
    print_estimate("recorded / bare", kept);
    print_estimate("5 kHz / bare", ratio_of(values[2], values[0]));
    print_estimate("bare / bare", ratio_of(values[3], values[0]));
    goals.at_least("upper end of the interval", kept.high, 0.98);
}

int run(const Setup& setup) {
    Goals goals;
    throughput_kept(setup, "provider-lookup before",
                    {setup.program("bin/cryptobench"), "provider-lookup", "--variant", "before",
                     "--threads", "2", "--seconds", setup.seconds},
                    goals);
    throughput_kept(setup, "compute", {setup.program("test/workloads/compute"), setup.seconds, "2"},
                    goals);
    return goals.finish();
}

}  // namespace
}  // namespace hotlock::bench

int main(int argc, char** argv) {
    return hotlock::bench::run(hotlock::bench::setup_from(argc, argv));
}
