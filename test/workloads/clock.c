// clock [SECONDS]: one thread that reads the clock, which costs no system call: nearly all its time
// is spent in the vDSO.
#include "test/workloads/workload.h"

__attribute__((noinline)) static int64_t read_clock(void) {
    int64_t now = 0;
    for (int i = 0; i < 1000; ++i)
        now = now_ns();
    return now;
}

int main(int argc, char** argv) {
    const int64_t end = now_ns() + (int64_t)(number_argument(argc, argv, 1, 1) * 1e9);
    int64_t readings = 0;
    for (; read_clock() < end; ++readings) {
    }
    printf("%lld thousand readings\n", (long long)readings);
    return 0;
}
