// Lock words that two threads use.
#include <pthread.h>
#include <x86intrin.h>

#include "test/workloads/lines/case.h"

namespace lines {

namespace {

struct alignas(64) {
    std::atomic<int> word;
} spin;

struct alignas(64) {
    volatile long done;
} work;

// 56 bytes each: a line holds one and the first fields of the next.
alignas(64) pthread_rwlock_t rwlocks[8];

void work_locked() {
    repeat([] {
        while (spin.word.exchange(1, std::memory_order_acquire) != 0)
            while (spin.word.load(std::memory_order_relaxed) != 0)
                _mm_pause();
        work.done = work.done + 1;
        spin.word.store(0, std::memory_order_release);
    });
}

void spin_lock() {
    run_both(work_locked, work_locked);
}

template <int thread>
void read_locked() {
    repeat([] {
        pthread_rwlock_rdlock(&rwlocks[thread]);
        pthread_rwlock_unlock(&rwlocks[thread]);
    });
}

void rwlocks_56() {
    for (pthread_rwlock_t& lock : rwlocks)
        pthread_rwlock_init(&lock, nullptr);
    run_both(read_locked<0>, read_locked<1>);
}

}  // namespace

std::vector<Case> lock_cases() {
    return {{"spin_lock", {"true", {"spin.word"}}, spin_lock},
            {"rwlocks_56", {"false", {"rwlocks[0]", "rwlocks[1]"}}, rwlocks_56}};
}

}  // namespace lines
