// lines CASE [SECONDS]: does one thing to cache lines, mostly from two threads on CPU 0 and 1.
// lines --list: a line per case: name, sharing (true, false, or none: no line bounces), whether the
// threads stall for it (stalls, or hidden), and parts of the names of the fields that bounce.
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "test/workloads/lines/case.h"

namespace lines {

namespace {

struct alignas(64) Clock {
    std::atomic<bool> over{false};
};
Clock clock_line;

[[noreturn]] void fail(const char* what, const char* about) {
    std::fprintf(stderr, "error: %s%s\n", what, about);
    std::exit(2);
}

std::vector<Case> all_cases() {
    std::vector<Case> all;
    for (const auto cases : {counter_cases, reading_cases, lock_cases, layout_cases, heap_cases,
                             thread_cases, queue_cases})
        for (const Case& one : cases())
            all.push_back(one);
    return all;
}

int list() {
    for (const Case& one : all_cases()) {
        std::printf("%s %s %s", one.name.c_str(), one.truth.sharing.c_str(),
                    one.truth.stalls ? "stalls" : "hidden");
        for (const std::string& name : one.truth.names)
            std::printf(" %s", name.c_str());
        std::printf("\n");
    }
    return 0;
}

int run(std::string_view name, double seconds) {
    for (const Case& one : all_cases()) {
        if (one.name != name) continue;
        std::thread timer([seconds] {
            std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
            clock_line.over = true;
        });
        one.run();
        timer.join();
        return 0;
    }
    fail("no such case: ", name.data());
}

double seconds_argument(const char* text) {
    const double seconds = std::strtod(text, nullptr);
    if (!(seconds > 0)) fail("not a positive number: ", text);
    return seconds;
}

}  // namespace

bool running() {
    return !clock_line.over.load(std::memory_order_relaxed);
}

void pin_to(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<size_t>(cpu), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) fail("two CPUs are needed: 0 and 1", "");
}

void run_on(int first_cpu, Body first, int second_cpu, Body second) {
    const auto run_pinned = [](int cpu, Body body) {
        pin_to(cpu);
        body();
    };
    std::thread one(run_pinned, first_cpu, first);
    std::thread other(run_pinned, second_cpu, second);
    one.join();
    other.join();
}

void run_both(Body first, Body second) {
    run_on(0, first, 1, second);
}

}  // namespace lines

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("usage: lines CASE [SECONDS] | lines --list\n", stderr);
        return 2;
    }
    if (std::string_view(argv[1]) == "--list") return lines::list();
    return lines::run(argv[1], argc > 2 ? lines::seconds_argument(argv[2]) : 1);
}
