/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Locks on which threads sleep so often that recording each sleep would change what it measures: a
 * convoy amplifies what each hand-over costs. Their sleeps are counted always and recorded in
 * windows, whole: from the sleep to the run, also where that is behind the window. */
#ifndef HOTLOCK_BPF_WINDOWS_H
#define HOTLOCK_BPF_WINDOWS_H

#include "bpf/abi.h"
#include "bpf/core.h"
#include "bpf/futex.h"
#include "bpf/threads.h"

/* Of each group of windows another one, so that no program keeps in step. A task that is being
 * switched out has just been charged for its time: that is a clock which costs nothing. CPUs need
 * not agree on it. */
static __always_inline bool in_window(const struct task_struct *task) {
    __u64 window = task->se.exec_start >> HL_WINDOW_SHIFT;
    __u64 chosen = (window >> HL_GROUP_SHIFT) * 0x9e3779b97f4a7c15ULL >> (64 - HL_GROUP_SHIFT);

    return (window & ((1 << HL_GROUP_SHIFT) - 1)) == chosen;
}

/* Index of the word among the busy ones; HL_BUSY_WORDS: it is not. */
static __always_inline __u32 busy_index(const struct hl_control *ctl, __u64 word) {
    __u32 found = HL_BUSY_WORDS;

#pragma unroll
    for (__u32 i = 0; i < HL_BUSY_WORDS; i++)
        if (ctl->busy[i] == word) found = i;
    return found;
}

enum keep { KEEP_NOT, KEEP, KEEP_BUSY };

/* So much is left for all other threads when a busy lock fills the log. */
static __always_inline bool has_room(const struct hl_log *log) {
    return log->head - log->tail < HL_LOG_SLOTS / 2;
}

/* Whether to record the sleep in this call that the task begins; counts it where not. The thread's
 * mark is written when it changes only: wakers on other CPUs read it. */
static __always_inline enum keep keep_sleep(const struct hl_control *ctl,
                                            struct hl_counters *counters, const struct hl_log *log,
                                            struct hl_thread *thread,
                                            const struct task_struct *task,
                                            const struct futex_wait *call) {
    __u32 index = call->address ? busy_index(ctl, call->address) : HL_BUSY_WORDS;

    if (index < HL_BUSY_WORDS && !(in_window(task) && has_room(log))) {
        counters->skipped[index]++;
        if (!thread->skipped) thread->skipped = 1;
        return KEEP_NOT;
    }
    if (thread->skipped) thread->skipped = 0;
    return index < HL_BUSY_WORDS ? KEEP_BUSY : KEEP;
}

#endif
