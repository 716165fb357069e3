// What the cases of `lines` share: the truth about each, and busy threads with a CPU of their own.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace lines {

// What is true about the program while it runs.
struct Truth {
    std::string sharing = "none";      // "true" or "false"; "none": no line bounces
    std::vector<std::string> names{};  // parts of the names of the fields that bounce; of memory
                                       // without a name, of a function that accesses it
    bool stalls = true;  // false: the threads bounce the line but do not wait for it (plain stores
                         // go through a buffer), so that ticks of a clock hardly meet them there
};

struct Case {
    std::string name;
    Truth truth;
    void (*run)();
};

// By what they are about; lines.cpp puts them together.
std::vector<Case> counter_cases();
std::vector<Case> heap_cases();
std::vector<Case> layout_cases();
std::vector<Case> lock_cases();
std::vector<Case> queue_cases();
std::vector<Case> reading_cases();
std::vector<Case> thread_cases();

// Whether there is time left. A read of a line that is written once, at the end.
bool running();

// Calls `step` until the time is over.
template <class Step>
void repeat(Step step) {
    while (running())
        for (int i = 0; i < 1000; i++)
            step();
}

// Keeps the value, and whatever it was computed from, from being optimized away.
template <class Value>
void use(const Value& value) {
    asm volatile("" : : "r"(value) : "memory");
}

using Body = void (*)();

void pin_to(int cpu);  // the calling thread

// Two threads with these bodies, to their ends.
void run_on(int first_cpu, Body first, int second_cpu, Body second);
void run_both(Body first, Body second);  // on CPU 0 and 1

}  // namespace lines
