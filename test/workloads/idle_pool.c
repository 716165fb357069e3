// idle_pool [SECONDS]: eight workers wait for work in pthread_cond_wait and main waits for them in
// pthread_join. Threads are idle, no lock is contended.
#include <stdbool.h>

#include "test/workloads/workload.h"

enum { workers = 8 };

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work_arrived = PTHREAD_COND_INITIALIZER;
static bool finished = false;

static void* work(void* unused) {
    (void)unused;
    pthread_mutex_lock(&pool_lock);
    while (!finished)
        pthread_cond_wait(&work_arrived, &pool_lock);
    pthread_mutex_unlock(&pool_lock);
    return NULL;
}

static void* finish_later(void* seconds) {
    sleep_us((int64_t)(*(double*)seconds * 1e6));
    pthread_mutex_lock(&pool_lock);
    finished = true;
    pthread_mutex_unlock(&pool_lock);
    // One by one, so that the workers do not meet at the lock when they leave.
    for (int i = 0; i < workers; ++i) {
        pthread_cond_signal(&work_arrived);
        sleep_us(5000);
    }
    return NULL;
}

int main(int argc, char** argv) {
    double seconds = number_argument(argc, argv, 1, 2);
    const pthread_t finisher = start_thread(finish_later, &seconds);
    run_threads(workers, work, NULL);
    pthread_join(finisher, NULL);
    puts("finished");
    return 0;
}
