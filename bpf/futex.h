/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Reads a futex system call off a task's user registers (x86-64 calling convention). */
#ifndef HOTLOCK_BPF_FUTEX_H
#define HOTLOCK_BPF_FUTEX_H

#include "bpf/abi.h"
#include "bpf/core.h"
#include <linux/futex.h>

/* arch/x86/entry/syscalls/syscall_64.tbl */
enum {
    NR_FUTEX = 202,
    NR_RESTART_SYSCALL = 219,
    NR_FUTEX_WAITV = 449,
    NR_FUTEX_WAKE = 454,
    NR_FUTEX_WAIT = 455,
    NR_FUTEX_REQUEUE = 456,
};

struct futex_wait {
    __u64 address; /* of the word; futex_waitv: of the list of words */
    __u32 operation;
    __u32 value;
    bool restarted; /* restart_syscall: a futex call only if the thread waited there before */
};

static __always_inline bool waiting_command(__u32 command) {
    return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_LOCK_PI ||
           command == FUTEX_LOCK_PI2 || command == FUTEX_WAIT_REQUEUE_PI;
}

/* True when the task is inside a futex call that can sleep. */
static __always_inline bool read_futex_wait(struct pt_regs *regs, struct futex_wait *call) {
    long nr = regs->orig_ax;

    call->address = regs->di;
    call->restarted = nr == NR_RESTART_SYSCALL;
    if (nr == NR_FUTEX || call->restarted) {
        call->operation = regs->si & FUTEX_CMD_MASK;
        call->value = regs->dx;
        return waiting_command(call->operation);
    }
    call->value = regs->si;
    call->operation = nr == NR_FUTEX_WAIT ? HL_OP_WAIT2 : HL_OP_WAITV;
    return nr == NR_FUTEX_WAIT || nr == NR_FUTEX_WAITV;
}

/* The words of which a futex call wakes waiters. */
struct futex_wake {
    __u64 word;
    __u64 second; /* of a call with two words; else 0 */
    bool any;     /* they cannot be told */
};

/* True when the task is inside a futex call that wakes. */
static __always_inline bool read_futex_wake(struct pt_regs *regs, struct futex_wake *call) {
    long nr = regs->orig_ax;
    __u32 command = regs->si & FUTEX_CMD_MASK;

    call->word = regs->di;
    call->second = 0;
    call->any = nr == NR_FUTEX_REQUEUE;
    if (nr != NR_FUTEX) return nr == NR_FUTEX_WAKE || call->any;
    switch (command) {
        case FUTEX_WAKE_OP:
        case FUTEX_REQUEUE:
        case FUTEX_CMP_REQUEUE:
        case FUTEX_CMP_REQUEUE_PI:
            call->second = regs->r8;
            return true;
        default:
            return command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET ||
                   command == FUTEX_UNLOCK_PI;
    }
}

#endif
