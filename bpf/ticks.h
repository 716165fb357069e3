/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Samples of what threads do on their CPUs, taken at the kernel's own timer interrupts. A timer of
 * ours would interrupt once more, and where threads queue for a lock, each interrupt of its holder
 * costs them some hundred microseconds: there this takes the place of the CPU clocks of perf. */
#ifndef HOTLOCK_BPF_TICKS_H
#define HOTLOCK_BPF_TICKS_H

#include "bpf/abi.h"
#include "bpf/core.h"
#include "bpf/stacks.h"
#include "bpf/state.h"

static __always_inline void copy_registers(struct pt_regs *regs, struct hl_tick *tick) {
    tick->general[0] = regs->ax;
    tick->general[1] = regs->cx;
    tick->general[2] = regs->dx;
    tick->general[3] = regs->bx;
    tick->general[4] = regs->sp;
    tick->general[5] = regs->bp;
    tick->general[6] = regs->si;
    tick->general[7] = regs->di;
    tick->general[8] = regs->r8;
    tick->general[9] = regs->r9;
    tick->general[10] = regs->r10;
    tick->general[11] = regs->r11;
    tick->general[12] = regs->r12;
    tick->general[13] = regs->r13;
    tick->general[14] = regs->r14;
    tick->general[15] = regs->r15;
    tick->ip = regs->ip;
    tick->flags = regs->flags;
}

/* True about once an interval, from 3/4 of it to 5/4. */
static __always_inline bool tick_is_due(struct hl_counters *counters, __u64 interval, __u64 now) {
    if (now < counters->next_tick) return false;
    counters->next_tick = now + interval * (768 + (bpf_get_prandom_u32() & 511)) / 1024;
    return true;
}

SEC("tp_btf/local_timer_entry")
int BPF_PROG(on_timer, int vector) {
    struct hl_control *ctl = get_control();
    struct task_struct *task = bpf_get_current_task_btf();
    struct pt_regs *regs;
    struct hl_thread *thread;
    struct hl_counters *counters;
    struct hl_tick *tick;
    __u64 now, stack;

    if (!ctl || !ctl->enabled || !ctl->tick_interval) return 0;
    thread = find_thread(task->pid);
    if (!thread || (task->flags & PF_EXITING)) return 0;
    counters = my_counters(ctl);
    now = bpf_ktime_get_ns();
    if (!tick_is_due(counters, ctl->tick_interval, now)) return 0;
    regs = user_regs(task);
    stack = user_stack(regs, task->tgid, thread->space, now, NULL, NULL);
    tick = bpf_ringbuf_reserve(&ring, sizeof(*tick), 0);
    if (!tick) {
        counters->lost_ticks++;
        return 0;
    }
    tick->kind = HL_EVENT_TICK;
    tick->pid = task->tgid;
    tick->tid = task->pid;
    tick->cpu = bpf_get_smp_processor_id();
    tick->time = now;
    tick->stack = stack;
    /* The frame at the top of the kernel stack is a system call's, or that of this interrupt. */
    tick->in_kernel = (long)regs->orig_ax != -1;
    copy_registers(regs, tick);
    bpf_ringbuf_submit(tick, BPF_RB_NO_WAKEUP);
    counters->own_ns += bpf_ktime_get_ns() - now;
    return 0;
}

#endif
