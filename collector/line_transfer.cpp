#include "collector/line_transfer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "collector/clock.h"
#include "collector/stall_loops.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr size_t bursts = 9;
constexpr size_t fewest_bursts = 3;
constexpr std::chrono::milliseconds pause{3};
constexpr uint64_t longest_ns = 400'000'000;
constexpr size_t times_per_burst = 16;
constexpr uint32_t round_trips = 32;
constexpr uint64_t private_rounds = 2000;

// Even: the first thread may write. Never: somebody gave up.
struct alignas(64) Turn {
    static constexpr uint32_t never = UINT32_MAX;
    std::atomic<uint32_t> value{0};
    uint64_t deadline = 0;

    // False: the deadline is over, or the other thread is gone.
    bool wait_for(uint32_t awaited) {
        for (uint32_t spins = 1; value.load(std::memory_order_acquire) != awaited; spins++) {
            if (spins % 1024 != 0) continue;
            if (value == never || monotonic_now() > deadline) return false;
        }
        return true;
    }
    void pass(uint32_t next) { value.store(next, std::memory_order_release); }
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void answer(Turn& turn) {
    for (uint32_t next = 1; turn.wait_for(next); next += 2)
        turn.pass(next + 1);
}

// ns; nothing when the partner does not answer in time.
std::optional<double> burst(Turn& turn, uint32_t& next) {
    std::vector<double> times;
    uint64_t start = monotonic_now();
    while (times.size() < times_per_burst) {
        for (uint32_t i = 0; i < round_trips; i++, next += 2) {
            turn.pass(next + 1);
            if (!turn.wait_for(next + 2)) return std::nullopt;
        }
        const uint64_t end = monotonic_now();
        times.push_back(static_cast<double>(end - start) / (2 * round_trips));
        start = end;
    }
    return median(times);
}

double private_atomic() {
    struct alignas(64) Line {
        uint64_t word = 0;
    } line;
    const uint64_t start = monotonic_now();
    stall_loop(Stall::atomic).run(&line.word, private_rounds);
    return static_cast<double>(monotonic_now() - start) / private_rounds;
}

struct Times {
    std::vector<double> transfers;
    std::vector<double> atomics;
};

void ask(Turn& turn, Times& times) {
    uint32_t next = 0;
    for (size_t i = 0; i < bursts; i++) {
        times.atomics.push_back(private_atomic());
        const std::optional<double> time = burst(turn, next);
        if (!time) break;
        times.transfers.push_back(*time);
        std::this_thread::sleep_for(pause);
    }
    turn.pass(Turn::never);
}

// Nothing happens on a CPU that may not be used.
void on_cpu(int cpu, Turn& turn, const std::function<void()>& work) {
    try {
        stay_on(cpu);
        work();
    } catch (const Error&) {
        turn.pass(Turn::never);
    }
}

Times ping_pong(const CpuPair& cpus) {
    Turn turn;
    turn.deadline = monotonic_now() + longest_ns;
    Times times;
    try {
        const std::jthread partner([&] { on_cpu(cpus[1], turn, [&] { answer(turn); }); });
        const std::jthread first([&] { on_cpu(cpus[0], turn, [&] { ask(turn, times); }); });
    } catch (const std::system_error&) {  // the partner, if there is one, ends at the deadline
        times = {};
    }
    return times;
}

}  // namespace

std::optional<LineTransfer> measure_transfer(const CpuPair& cpus) {
    const Times times = ping_pong(cpus);
    if (times.transfers.size() < fewest_bursts) return std::nullopt;
    LineTransfer transfer;
    transfer.cpus = cpus;
    transfer.bursts = static_cast<uint32_t>(times.transfers.size());
    transfer.median = fractional_ns(median(times.transfers));
    transfer.low = fractional_ns(*std::ranges::min_element(times.transfers));
    transfer.high = fractional_ns(*std::ranges::max_element(times.transfers));
    transfer.private_atomic = fractional_ns(median(times.atomics));
    return transfer;
}

}  // namespace hotlock::collector
