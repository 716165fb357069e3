// localtime [THREADS [SECONDS]]: localtime_r and libc's internal time zone lock. Nearly all failed
// attempts are churn: the futex call returns EAGAIN, few threads really sleep.
#include <sys/resource.h>

#include "test/workloads/workload.h"

static int64_t deadline;

static void* convert(void* unused) {
    (void)unused;
    int64_t calls = 0;
    time_t moment = 0;
    struct tm broken_down;
    for (; now_ns() < deadline; ++calls) {
        ++moment;
        if (localtime_r(&moment, &broken_down) == NULL) abort();
    }
    return (void*)(intptr_t)calls;
}

int main(int argc, char** argv) {
    const int threads = thread_count_argument(argc, argv, 1, 3);
    deadline = now_ns() + (int64_t)(number_argument(argc, argv, 2, 1) * 1e9);
    const intptr_t total = run_and_sum(threads, convert);
    // Only a thread that really sleeps gives up its CPU by itself.
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%lld calls, %ld sleeps\n", (long long)total, usage.ru_nvcsw);
    return 0;
}
