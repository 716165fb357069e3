// digest fetch|prefetched [SECONDS [THREADS]]: what a thread needs from libcrypto for a digest,
// each time anew or fetched once. A fetch takes read locks and counts references that all threads
// share, and nobody sleeps.
#include <openssl/evp.h>
#include <string.h>

#include "test/workloads/workload.h"

static int64_t deadline;

static EVP_MD* fetch(void) {
    EVP_MD* digest = EVP_MD_fetch(NULL, "SHA256", NULL);
    if (digest == NULL) abort();
    return digest;
}

static void* fetch_each_time(void* unused) {
    (void)unused;
    intptr_t count = 0;
    for (; now_ns() < deadline; ++count)
        EVP_MD_free(fetch());
    return (void*)count;
}

static void* use_one(void* unused) {
    (void)unused;
    EVP_MD* digest = fetch();
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    unsigned char value[EVP_MAX_MD_SIZE];
    intptr_t count = 0;
    for (; now_ns() < deadline; ++count)
        if (EVP_DigestInit_ex(context, digest, NULL) != 1 ||
            EVP_DigestUpdate(context, &count, sizeof count) != 1 ||
            EVP_DigestFinal_ex(context, value, NULL) != 1)
            abort();
    EVP_MD_CTX_free(context);
    EVP_MD_free(digest);
    return (void*)count;
}

int main(int argc, char** argv) {
    const int each_time = argc > 1 && strcmp(argv[1], "fetch") == 0;
    const int once = argc > 1 && strcmp(argv[1], "prefetched") == 0;
    if (!each_time && !once) {
        fprintf(stderr, "error: fetch or prefetched?\n");
        return 2;
    }
    const double seconds = number_argument(argc, argv, 2, 1);
    const int threads = thread_count_argument(argc, argv, 3, 2);
    deadline = now_ns() + (int64_t)(seconds * 1e9);
    const intptr_t total = run_and_sum(threads, each_time ? fetch_each_time : use_one);
    printf("%.0f ops/s\n", (double)total / seconds);
    return 0;
}
