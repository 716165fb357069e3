/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* The threads under study, in a plain array found by thread id: what scheduler events look up must
 * be cheap, and must not move cache lines between the CPUs of a sleeper and its waker. Both sides
 * include this file: the loader adds the threads that are there when it attaches. */
#ifndef HOTLOCK_BPF_THREADS_H
#define HOTLOCK_BPF_THREADS_H

#ifdef __bpf__
#include "bpf/core.h"
#else
#include <linux/types.h>
#include <stddef.h>
#endif

enum {
    HL_THREAD_SLOTS = 1 << 15,
    HL_THREAD_PROBES = 16, /* slots that a lookup visits at most; a cache line holds 4 */
};

struct hl_thread {
    __u32 tid;                   /* 0: free */
    __u16 space;                 /* see hl_rule_key() */
    __u16 skipped;               /* 1: its last sleep in a futex call was not recorded */
    __u32 sleep_memo, wake_memo; /* memos of the thread's last walks */
};

struct hl_threads {
    struct hl_thread slot[HL_THREAD_SLOTS];
};

static inline struct hl_thread *hl_thread_slot(struct hl_threads *threads, __u32 tid, __u32 probe) {
    __u32 first = (tid * 0x9e3779b1U >> 15) & ~3U;

    return &threads->slot[(first + probe) & (HL_THREAD_SLOTS - 1)];
}

static inline struct hl_thread *hl_find_thread(struct hl_threads *threads, __u32 tid) {
    for (__u32 i = 0; i < HL_THREAD_PROBES; i++) {
        struct hl_thread *thread = hl_thread_slot(threads, tid, i);

        if (thread->tid == tid) return thread;
    }
    return NULL;
}

/* False when no slot is free nearby. Two CPUs must not add the same thread: its parent does, before
 * it runs. */
static inline int hl_add_thread(struct hl_threads *threads, __u32 tid, __u32 space) {
    for (__u32 i = 0; i < HL_THREAD_PROBES; i++) {
        struct hl_thread *thread = hl_thread_slot(threads, tid, i);

        if (thread->tid || __sync_val_compare_and_swap(&thread->tid, 0U, tid) != 0) continue;
        thread->space = space & 0xffff;
        thread->skipped = 0;
        return 1;
    }
    return 0;
}

static inline void hl_remove_thread(struct hl_threads *threads, __u32 tid) {
    struct hl_thread *thread = hl_find_thread(threads, tid);

    if (thread) thread->tid = 0;
}

#endif
