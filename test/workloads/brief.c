// brief [MILLISECONDS]: two threads contend for a lock, and the program is gone (after 100 ms)
// before anyone can look at its files in /proc.
#include "test/workloads/workload.h"

static pthread_mutex_t brief_lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t deadline;

static void* take_turns(void* unused) {
    (void)unused;
    while (now_ns() < deadline) {
        pthread_mutex_lock(&brief_lock);
        sleep_us(1000);
        pthread_mutex_unlock(&brief_lock);
        sleep_us(50);
    }
    return NULL;
}

int main(int argc, char** argv) {
    deadline = now_ns() + (int64_t)(number_argument(argc, argv, 1, 100) * 1e6);
    run_threads(2, take_turns, NULL);
    return 0;
}
