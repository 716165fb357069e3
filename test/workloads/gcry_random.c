// gcry_random [THREADS [SECONDS]]: libgcrypt's random pool, one lock that really blocks its
// callers.
#include <gcrypt.h>

#include "test/workloads/workload.h"

static int64_t deadline;

static void* draw(void* unused) {
    (void)unused;
    unsigned char bytes[16];
    int64_t calls = 0;
    while (now_ns() < deadline) {
        gcry_randomize(bytes, sizeof bytes, GCRY_STRONG_RANDOM);
        ++calls;
    }
    return (void*)(intptr_t)calls;
}

int main(int argc, char** argv) {
    const int threads = thread_count_argument(argc, argv, 1, 3);
    const double seconds = number_argument(argc, argv, 2, 1);
    if (!gcry_check_version(GCRYPT_VERSION)) return 1;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);

    deadline = now_ns() + (int64_t)(seconds * 1e9);
    pthread_t drawing[max_threads];
    for (int i = 0; i < threads; ++i)
        drawing[i] = start_thread(draw, NULL);
    int64_t total = 0;
    for (int i = 0; i < threads; ++i) {
        void* calls = NULL;
        pthread_join(drawing[i], &calls);
        total += (intptr_t)calls;
    }
    printf("%lld calls\n", (long long)total);
    return 0;
}
