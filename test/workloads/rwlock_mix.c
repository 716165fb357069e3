// rwlock_mix [READERS [WRITERS [SECONDS]]]: one read-write lock; readers wait for writers and
// writers for both. Prints what the threads themselves measured.
#include <stdatomic.h>

#include "test/workloads/workload.h"

enum { hold_us = 1000, rest_us = 500 };

struct side {
    int (*try_lock)(pthread_rwlock_t*);
    int (*lock)(pthread_rwlock_t*);
    atomic_llong waits;
    atomic_llong wait_ns;
};

static pthread_rwlock_t shared_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct side reading = {pthread_rwlock_tryrdlock, pthread_rwlock_rdlock, 0, 0};
static struct side writing = {pthread_rwlock_trywrlock, pthread_rwlock_wrlock, 0, 0};
static int64_t deadline;

static void use(struct side* side) {
    while (now_ns() < deadline) {
        if (side->try_lock(&shared_lock) != 0) {
            const int64_t begin = now_ns();
            side->lock(&shared_lock);
            atomic_fetch_add(&side->wait_ns, now_ns() - begin);
            atomic_fetch_add(&side->waits, 1);
        }
        sleep_us(hold_us);
        pthread_rwlock_unlock(&shared_lock);
        sleep_us(rest_us);
    }
}

static void* read_often(void* unused) {
    use(&reading);
    return unused;
}

static void* write_often(void* unused) {
    use(&writing);
    return unused;
}

int main(int argc, char** argv) {
    const int readers = thread_count_argument(argc, argv, 1, 4);
    const int writers = thread_count_argument(argc, argv, 2, 2);
    deadline = now_ns() + (int64_t)(number_argument(argc, argv, 3, 2) * 1e9);
    pthread_t writer_threads[max_threads];
    for (int i = 0; i < writers; ++i)
        writer_threads[i] = start_thread(write_often, NULL);
    run_threads(readers, read_often, NULL);
    for (int i = 0; i < writers; ++i)
        pthread_join(writer_threads[i], NULL);
    printf("read %lld waits %lld ns\n", reading.waits, reading.wait_ns);
    printf("write %lld waits %lld ns\n", writing.waits, writing.wait_ns);
    return 0;
}
