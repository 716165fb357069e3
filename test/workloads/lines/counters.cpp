// Counters of two threads: one for both, two in a line, two in lines of their own.
#include "test/workloads/lines/case.h"

namespace lines {

namespace {

using Counter = std::atomic<long>;

struct alignas(64) {
    Counter hits;
} common;

struct alignas(64) {
    Counter left, right;
} atomics;

struct alignas(64) {
    volatile long left, right;
} plain;

struct alignas(64) {
    volatile long left, right;
} last_seen;

struct ThreadCounters {
    Counter calls, bytes, errors;  // 24 bytes
};
alignas(64) ThreadCounters per_thread[8];

struct alignas(64) Padded {
    Counter hits;
};
Padded padded[2];

void count_common() {
    repeat([] { common.hits++; });
}

void true_atomic() {
    run_both(count_common, count_common);
}

void one_cpu() {
    run_on(0, count_common, 0, count_common);
}

void false_atomics() {
    run_both([] { repeat([] { atomics.left++; }); }, [] { repeat([] { atomics.right++; }); });
}

void false_plain() {
    run_both([] { repeat([] { plain.left = plain.left + 1; }); },
             [] { repeat([] { plain.right = plain.right + 1; }); });
}

// The stores wait in the store buffer: what stalls is the atomic in a line of the thread's own.
void false_stores() {
    run_both(
        [] {
            repeat([i = 0L]() mutable {
                last_seen.left = i++;
                padded[0].hits++;
            });
        },
        [] {
            repeat([i = 0L]() mutable {
                last_seen.right = i++;
                padded[1].hits++;
            });
        });
}

template <int thread>
void count_calls() {
    repeat([] {
        per_thread[thread].calls++;
        per_thread[thread].bytes += 100;
    });
}

void counters_24() {
    run_both(count_calls<0>, count_calls<1>);
}

void count_padded() {
    run_both([] { repeat([] { padded[0].hits++; }); }, [] { repeat([] { padded[1].hits++; }); });
}

}  // namespace

std::vector<Case> counter_cases() {
    return {{"true_atomic", {"true", {"common.hits"}}, true_atomic},
            {"false_atomics", {"false", {"atomics.left", "atomics.right"}}, false_atomics},
            {"false_plain", {"false", {"plain.left", "plain.right"}}, false_plain},
            {"false_stores", {"false", {"last_seen.left", "last_seen.right"}, false}, false_stores},
            {"counters_24", {"false", {"per_thread[0]", "per_thread[1]"}}, counters_24},
            {"padded", {}, count_padded},
            {"one_cpu", {}, one_cpu}};
}

}  // namespace lines
