// two_locks [SECONDS]: four threads share `wide_lock` and two share `narrow_lock`; a holder sleeps
// in its critical section, so at nearly any moment three threads wait for the first and one for the
// second: wait time 3 : 1 whatever the number of CPUs. Prints what the threads themselves measured.
#include <stdatomic.h>

#include "test/workloads/workload.h"

enum { hold_us = 1000, rest_us = 100 };

struct contended {
    pthread_mutex_t* lock;
    atomic_llong waits;
    atomic_llong wait_ns;
};

static pthread_mutex_t wide_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t narrow_lock = PTHREAD_MUTEX_INITIALIZER;
static struct contended wide = {.lock = &wide_lock};
static struct contended narrow = {.lock = &narrow_lock};
static int64_t deadline;

static void* take_turns(void* argument) {
    struct contended* contended = argument;
    while (now_ns() < deadline) {
        if (pthread_mutex_trylock(contended->lock) != 0) {
            const int64_t begin = now_ns();
            pthread_mutex_lock(contended->lock);
            atomic_fetch_add(&contended->wait_ns, now_ns() - begin);
            atomic_fetch_add(&contended->waits, 1);
        }
        sleep_us(hold_us);
        pthread_mutex_unlock(contended->lock);
        sleep_us(rest_us);  // lets the woken thread have the lock
    }
    return NULL;
}

int main(int argc, char** argv) {
    deadline = now_ns() + (int64_t)(number_argument(argc, argv, 1, 2) * 1e9);
    pthread_t threads[6];
    for (int i = 0; i < 6; ++i)
        threads[i] = start_thread(take_turns, i < 4 ? &wide : &narrow);
    for (int i = 0; i < 6; ++i)
        pthread_join(threads[i], NULL);
    printf("wide_lock %lld waits %lld ns\n", wide.waits, wide.wait_ns);
    printf("narrow_lock %lld waits %lld ns\n", narrow.waits, narrow.wait_ns);
    return 0;
}
