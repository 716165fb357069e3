// What the workloads share: numbers from the command line, time, sleeping, and threads.
#pragma once

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { max_threads = 256 };

// argv[index] as a positive number, or the default when there are fewer arguments.
static inline double number_argument(int argc, char** argv, int index, double otherwise) {
    if (index >= argc) return otherwise;
    char* end = NULL;
    const double value = strtod(argv[index], &end);
    if (*argv[index] == '\0' || *end != '\0' || !(value > 0)) {
        fprintf(stderr, "error: not a positive number: %s\n", argv[index]);
        exit(2);
    }
    return value;
}

static inline int thread_count_argument(int argc, char** argv, int index, int otherwise) {
    const double value = number_argument(argc, argv, index, otherwise);
    if (value > (double)max_threads) {
        fprintf(stderr, "error: at most %d threads\n", max_threads);
        exit(2);
    }
    return (int)value;
}

static inline int64_t now_ns(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline void sleep_us(int64_t us) {
    struct timespec left = {us / 1000000, us % 1000000 * 1000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

static inline pthread_t start_thread(void* (*body)(void*), void* argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, argument) != 0) {
        fprintf(stderr, "error: cannot start a thread\n");
        exit(1);
    }
    return thread;
}

// Runs `count` threads with the same body and argument, and waits for their ends.
static inline void run_threads(int count, void* (*body)(void*), void* argument) {
    pthread_t threads[max_threads];
    for (int i = 0; i < count; ++i)
        threads[i] = start_thread(body, argument);
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
}

// The same without an argument; the sum of what the bodies return as numbers.
static inline intptr_t run_and_sum(int count, void* (*body)(void*)) {
    pthread_t threads[max_threads];
    for (int i = 0; i < count; ++i)
        threads[i] = start_thread(body, NULL);
    intptr_t sum = 0;
    for (int i = 0; i < count; ++i) {
        void* number = NULL;
        pthread_join(threads[i], &number);
        sum += (intptr_t)number;
    }
    return sum;
}
