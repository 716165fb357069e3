/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* The few kernel types that we read. CO-RE relocates each access by name at load time, so only
 * the fields that we name must exist, in any order. */
#ifndef HOTLOCK_BPF_CORE_H
#define HOTLOCK_BPF_CORE_H

#include <linux/types.h>
#include <stdbool.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <linux/bpf.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct pt_regs {
    unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di, orig_ax, ip,
        flags, sp;
};

struct sched_entity {
    __u64 exec_start;
    __u64 sum_exec_runtime;
};

struct task_struct {
    unsigned int flags;
    int pid;
    int tgid;
    struct sched_entity se;
};

#pragma clang attribute pop

enum { TASK_INTERRUPTIBLE = 1, PF_EXITING = 4 };

#endif
