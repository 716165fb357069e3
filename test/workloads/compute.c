// Threads that only compute, each on its own: no lock, no shared memory, no system call.
// usage: compute [SECONDS [THREADS]]
#include <stdatomic.h>

#include "test/workloads/workload.h"

enum { rounds_per_operation = 1000 };

static int64_t end;
static atomic_long operations;

// xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled).
static uint64_t mixed(uint64_t value) {
    for (int i = 0; i < rounds_per_operation; ++i) {
        value ^= value >> 12;
        value ^= value << 25;
        value ^= value >> 27;
        value *= UINT64_C(0x2545f4914f6cdd1d);
    }
    return value;
}

static void* compute(void* unused) {
    (void)unused;
    long mine = 0;
    uint64_t value = 1;
    for (; now_ns() < end; ++mine)
        value = mixed(value);
    atomic_fetch_add(&operations, value == 0 ? 0 : mine);
    return NULL;
}

int main(int argc, char** argv) {
    const double seconds = number_argument(argc, argv, 1, 1);
    const int threads = thread_count_argument(argc, argv, 2, 2);
    end = now_ns() + (int64_t)(seconds * 1e9);
    run_threads(threads, compute, NULL);
    printf("%.0f ops/s\n", (double)operations / seconds);
    return 0;
}
