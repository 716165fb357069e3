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
    __u64 requeue; /* FUTEX_WAIT_REQUEUE_PI: the word waited for in the end; else 0 */
    __u32 operation;
    __u32 value;
    bool restart; /* restart_syscall: a futex call only if the thread waited there before */
};

static __always_inline bool waiting_command(__u32 command) {
    return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_LOCK_PI ||
           command == FUTEX_LOCK_PI2 || command == FUTEX_WAIT_REQUEUE_PI;
}

/* True when the task is inside a futex call that can sleep. */
static __always_inline bool read_futex_wait(struct pt_regs *regs, struct futex_wait *call) {
    long nr = regs->orig_ax;

    call->address = regs->di;
    call->requeue = 0;
    call->restart = nr == NR_RESTART_SYSCALL;
    if (nr == NR_FUTEX || call->restart) {
        call->operation = regs->si & FUTEX_CMD_MASK;
        call->value = regs->dx;
        if (call->operation == FUTEX_WAIT_REQUEUE_PI) call->requeue = regs->r8;
        return waiting_command(call->operation);
    }
    call->value = regs->si;
    call->operation = nr == NR_FUTEX_WAIT ? HL_OP_WAIT2 : HL_OP_WAITV;
    return nr == NR_FUTEX_WAIT || nr == NR_FUTEX_WAITV;
}

/* True when the running task is inside a call that wakes waiters of `wait`. Between processes the
 * same word has different addresses, so there the call alone must do. */
static __always_inline bool wakes(struct pt_regs *regs, const struct futex_wait *wait,
                                  bool same_process) {
    long nr = regs->orig_ax;
    __u64 address = regs->di;
    bool two_words = false;

    if (nr == NR_FUTEX_REQUEUE) return true;
    if (nr == NR_FUTEX) {
        __u32 command = regs->si & FUTEX_CMD_MASK;

        two_words = command == FUTEX_WAKE_OP || command == FUTEX_REQUEUE ||
                    command == FUTEX_CMP_REQUEUE || command == FUTEX_CMP_REQUEUE_PI;
        if (!two_words && command != FUTEX_WAKE && command != FUTEX_WAKE_BITSET &&
            command != FUTEX_UNLOCK_PI)
            return false;
    } else if (nr != NR_FUTEX_WAKE) {
        return false;
    }
    if (!same_process || wait->operation == HL_OP_WAITV) return true;
    if (address == wait->address || (wait->requeue && address == wait->requeue)) return true;
    return two_words && (__u64)regs->r8 == wait->address;
}

#endif
