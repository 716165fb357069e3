// Where ticks of the CPU clock find a thread that stalls, measured on stalls of our own, and what a
// cache line costs that moves between two CPUs.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hotlock {

// What a thread of ours stalls on: an access to a line that another CPU keeps taking away.
enum class Stall : uint32_t { load, atomic, store };

// Instructions of the loop that stalls.
constexpr size_t stall_loop_instructions = 7;

// Ticks in a loop around one stall.
struct StallTicks {
    Stall stall = Stall::load;
    // By distance in instructions: [0] at the stalled one, [1] right behind it, where ticks are
    // expected; the last is the one before it, as the loop is closed.
    std::array<uint64_t, stall_loop_instructions> behind{};
    uint64_t elsewhere = 0;  // outside the loop

    void add(const StallTicks& more);
    uint64_t all() const;
    std::optional<double> expected_share() const;  // behind[1] / all(), 0..1; absent: no ticks
};

using fractional_ns = std::chrono::duration<double, std::nano>;

// One transfer of a line from one CPU's cache to the other's.
struct LineTransfer {
    std::array<int, 2> cpus{};
    uint32_t bursts = 0;      // short ones: CPUs of a virtual machine move apart within seconds
    fractional_ns median{0};  // over the bursts
    fractional_ns low{0};
    fractional_ns high{0};
    fractional_ns private_atomic{0};  // an atomic update of a line that stays where it is

    // Between what was seen where CPUs share a cache (31 to 73 ns) and where they do not (120 to
    // 530 ns).
    static constexpr fractional_ns nearest_far{90};
    bool near() const { return median < nearest_far; }
};

// What an atomic update costs.
struct AtomicCost {
    fractional_ns alone{0};  // of a line that stays where it is
    fractional_ns moved{0};  // of one that another CPU has: at most, where two CPUs use it

    // The part of the time at updates of a line that moves which they would not take if it stayed:
    // between 0 and 1, both excluded.
    double excess() const { return 1 - alone / moved; }
};

// Nothing for what cannot be: only 0 < alone < moved < infinity is believed.
std::optional<AtomicCost> atomic_cost(fractional_ns alone, fractional_ns moved);

struct Calibration {
    std::string obstacle;            // why nothing could be measured; empty: it was
    std::vector<StallTicks> stalls;  // one a kind at most
    std::optional<LineTransfer> transfer;
    std::optional<AtomicCost> cost{};  // absent: not measured

    void add(const StallTicks& ticks);  // to those of its kind
};

// Whether cache lines may be derived from ticks.
struct LineTier {
    bool on = true;
    std::optional<double> expected_share;  // the worst of those that count; absent: not calibrated
    std::string reason;                    // why off, or why not calibrated; else empty
};

// Below this share the samples name the wrong instructions too often.
constexpr double least_expected_share = 0.8;
// Fewer ticks of a kind tell nothing: the tier stays on, not calibrated.
constexpr uint64_t fewest_ticks = 50;

// Loads and atomics decide. Plain stores do not: a store retires before its line arrives, so that a
// thread does not wait for it where it stands; its ticks are spread over the loop on every machine
// (half of them behind the store), and lines do not rest on them.
LineTier judge(const Calibration& calibration);

const char* to_string(Stall stall);

}  // namespace hotlock
