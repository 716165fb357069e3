#include "collector/stall_fight.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <system_error>
#include <thread>

#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr std::chrono::milliseconds fight_time{70};
constexpr uint32_t tick_frequency = 5000;     // Hz
constexpr uint64_t company_window = 300'000;  // ns: one and a half periods
constexpr uint64_t rounds_per_call = 1000;    // some 0.5 ms where a line moves slowly

struct alignas(64) Line {
    void* self = &self;  // for the loop that loads
    uint64_t count = 0;
};

struct Fighter {
    int cpu = 0;
    StallLoop loop;
    void* word = nullptr;
    std::vector<OwnTick> ticks;
    std::optional<Error> obstacle;
};

struct Signals {
    std::atomic<int> ready{0};
    std::atomic<bool> over{false};
};

void fight_until_over(Fighter& fighter, Signals& signals) {
    try {
        stay_on(fighter.cpu);
        OwnTicks ticks(tick_frequency);
        ++signals.ready;
        ticks.start();
        while (!signals.over.load(std::memory_order_relaxed))
            fighter.loop.run(fighter.word, rounds_per_call);
        fighter.ticks = ticks.stop();
    } catch (const Error& error) {
        fighter.obstacle = error;
        ++signals.ready;
    }
}

void run(Fighter& first, Fighter& second) {
    Signals signals;
    try {
        std::thread other([&] { fight_until_over(second, signals); });
        std::thread one;
        try {
            one = std::thread([&] { fight_until_over(first, signals); });
            while (signals.ready < 2)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            std::this_thread::sleep_for(fight_time);
        } catch (const std::system_error&) {
            signals.over = true;
            other.join();
            throw;
        }
        signals.over = true;
        one.join();
        other.join();
    } catch (const std::system_error& error) {
        throw Error(std::string("cannot start a thread: ") + error.what(),
                    "raise the limit of processes (ulimit -u)");
    }
    for (const Fighter* fighter : {&first, &second})
        if (fighter->obstacle) throw Error(*fighter->obstacle);
}

}  // namespace

StallTicks fight(Stall stall, const CpuPair& cpus) {
    Line line;
    const bool loads = stall == Stall::load;
    Fighter first{.cpu = cpus[0], .loop = stall_loop(stall)};
    // Somebody must take the line away from the thread that loads.
    Fighter second{.cpu = cpus[1], .loop = stall_loop(loads ? Stall::atomic : stall)};
    first.word = loads ? static_cast<void*>(&line.self) : &line.count;
    second.word = &line.count;
    run(first, second);

    StallTicks histogram{.stall = stall};
    count_ticks(accompanied(first.ticks, second.ticks, company_window), first.loop, histogram);
    if (!loads)
        count_ticks(accompanied(second.ticks, first.ticks, company_window), second.loop, histogram);
    return histogram;
}

void count_ticks(std::span<const OwnTick> ticks, const StallLoop& loop, StallTicks& into) {
    for (const OwnTick& tick : ticks) {
        if (const auto distance = loop.distance(tick.ip))
            ++into.behind.at(*distance);
        else
            ++into.elsewhere;
    }
}

}  // namespace hotlock::collector
