// many_stacks [STACKS [LOCKS]]: exactly STACKS waits, each from a call stack of its own, spread
// over LOCKS mutexes (default 5000 and 1). The caller path spells the number in binary.
#include <sched.h>
#include <stdatomic.h>

#include "test/workloads/workload.h"

enum { hold_us = 100 };

static pthread_mutex_t* locks;
static int lock_count;
static int stack_count;
// The number of the wait that comes next, and the last one for which the holder has the lock.
static atomic_int wanted = -1;
static atomic_int held = -1;

static pthread_mutex_t* lock_of(int number) {
    return &locks[number % lock_count];
}

static void spin_until(const atomic_int* variable, int value) {
    while (atomic_load(variable) != value)
        sched_yield();
}

static void* hold(void* unused) {
    for (int i = 0; i < stack_count; ++i) {
        spin_until(&wanted, i);
        pthread_mutex_lock(lock_of(i));
        atomic_store(&held, i);
        sleep_us(hold_us);
        pthread_mutex_unlock(lock_of(i));
    }
    return unused;
}

static void wait_for_lock(int number) {
    atomic_store(&wanted, number);
    spin_until(&held, number);
    pthread_mutex_lock(lock_of(number));
    pthread_mutex_unlock(lock_of(number));
}

static void descend(int number, int bits);

// The empty statements after the calls keep them from becoming jumps, which leave no frame.
__attribute__((noinline)) static void zero(int number, int bits) {
    descend(number, bits);
    __asm__ volatile("");
}

__attribute__((noinline)) static void one(int number, int bits) {
    descend(number, bits);
    __asm__ volatile("");
}

__attribute__((noinline)) static void descend(int number, int bits) {
    if (bits == 0) {
        wait_for_lock(number);
    } else if (number >> (bits - 1) & 1) {
        one(number, bits - 1);
    } else {
        zero(number, bits - 1);
    }
    __asm__ volatile("");
}

int main(int argc, char** argv) {
    stack_count = (int)number_argument(argc, argv, 1, 5000);
    lock_count = (int)number_argument(argc, argv, 2, 1);
    locks = calloc((size_t)lock_count, sizeof *locks);
    if (locks == NULL) return 1;
    for (int i = 0; i < lock_count; ++i)
        pthread_mutex_init(&locks[i], NULL);

    int bits = 0;
    while (stack_count >> bits != 0)
        ++bits;
    const pthread_t holder = start_thread(hold, NULL);
    for (int i = 0; i < stack_count; ++i)
        descend(i, bits);
    pthread_join(holder, NULL);
    printf("%d waits\n", stack_count);
    free(locks);
    return 0;
}
