// Memory that belongs to a thread: its own variables, arrays and stack.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "test/workloads/lines/case.h"

namespace lines {

namespace {

struct alignas(64) Statistics {
    std::atomic<long> own, visitors;
};
thread_local Statistics statistics;
std::atomic<Statistics*> visited;

[[gnu::noinline]] void count_own() {
    visited = &statistics;
    repeat([] { statistics.own++; });
    visited = nullptr;
}

[[gnu::noinline]] void count_visitors() {
    Statistics* host = nullptr;
    while (running() && (host = visited) == nullptr)
        continue;
    repeat([host] { host->visitors++; });
}

void visit_and_wait_for_visitors() {
    std::thread visitor([] {
        pin_to(1);
        count_visitors();
    });
    pin_to(0);
    count_own();
    visitor.join();  // its visits end before the variable does
}

void tls_false() {
    std::thread host(visit_and_wait_for_visitors);
    host.join();
}

void work_alone() {
    constexpr size_t size = 1024;
    const std::vector<long> start(size, 1);
    std::vector<long> numbers = start;
    size_t at = 1;
    repeat([&] {
        at = (at * 5 + 1) % size;
        numbers[at] += static_cast<long>(at);
        use(numbers.data());
    });
}

void private_array() {
    run_both(work_alone, work_alone);
}

// For half a millisecond.
void write_stack(int cpu) {
    pin_to(cpu);
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(500);
    volatile long words[8] = {};
    while (std::chrono::steady_clock::now() < end)
        for (int round = 0; round < 100; round++)
            for (volatile long& word : words)
                word = word + 1;
}

struct alignas(64) {
    volatile long words[8];
} handed;
std::mutex turn_lock;
std::condition_variable turn_changed;
int turn = 0;

// For 3 ms.
void work_on_handed() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
    while (std::chrono::steady_clock::now() < end)
        for (int round = 0; round < 100; round++)
            for (volatile long& word : handed.words)
                word = word + 1;
}

template <int me>
void work_in_turns() {
    std::unique_lock lock(turn_lock);
    while (running()) {
        turn_changed.wait(lock, [] { return turn == me; });
        lock.unlock();
        work_on_handed();
        lock.lock();
        turn = 1 - me;
        turn_changed.notify_one();
    }
}

// Two threads, each of which has an object for itself until it hands it to the other.
void handover_object() {
    run_both(work_in_turns<0>, work_in_turns<1>);
}

// One thread, whose words move with it.
void moving_thread() {
    for (int cpu = 0; running(); cpu = 1 - cpu)
        write_stack(cpu);
}

// Each new thread gets the stack of the one that has ended, on another CPU.
void recycled_stacks() {
    for (int cpu = 0; running(); cpu = 1 - cpu)
        std::thread(write_stack, cpu).join();
}

}  // namespace

std::vector<Case> thread_cases() {
    return {{"tls_false", {"false", {"Statistics::own", "Statistics::visitors"}}, tls_false},
            {"private_array", {}, private_array},
            {"moving_thread", {}, moving_thread},
            {"handover_object", {}, handover_object},
            {"recycled_stacks", {}, recycled_stacks}};
}

}  // namespace lines
