// SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause)
/* The sleeps probe. Hooks the scheduler, never the futex call, so failed futex calls cost nothing.
 * A thread that goes to sleep inside a futex call leaves its registers and stack, the thread that
 * wakes it leaves its own, and the first moment of running again ends the sleep. Each CPU logs what
 * it sees; nothing here waits for what another CPU knows. */
#include "bpf/core.h"
#include "bpf/abi.h"
#include "bpf/futex.h"
#include "bpf/stacks.h"
#include "bpf/state.h"
#include "bpf/ticks.h"
#include "bpf/windows.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* Of 16 sleeps one has its handler runs timed, and counts for all. */
static __always_inline void account(struct hl_counters *counters, __u64 since) {
    if ((counters->sleeps & 15) == 0) counters->own_ns += 16 * (bpf_ktime_get_ns() - since);
}

static __always_inline void call_reader(void) {
    __u32 kind = HL_EVENT_HALF_FULL;

    bpf_ringbuf_output(&ring, &kind, sizeof(kind), BPF_RB_FORCE_WAKEUP);
}

/* The next free entry of the log, begun; NULL when the reader is behind. Entries become visible by
 * publish(). */
static __always_inline struct hl_entry *begin_entry(struct hl_log *log,
                                                    struct hl_counters *counters, __u8 kind,
                                                    __u32 tid, __u64 now) {
    __u64 used = log->head - log->tail;
    struct hl_entry *entry;

    if (used >= HL_LOG_SLOTS) {
        counters->lost_entries++;
        return NULL;
    }
    /* Makes the log half full: no sleep on a busy lock will follow this entry. */
    if (used == HL_LOG_SLOTS / 2 - 1) call_reader();
    entry = &log->slot[log->head & (HL_LOG_SLOTS - 1)];
    entry->time = now;
    entry->tid = tid;
    entry->kind = kind;
    return entry;
}

/* x86 keeps stores in order: the entry is whole when the reader sees the new head. */
static __always_inline void publish(struct hl_log *log) {
    barrier();
    log->head++;
}

/* Returns the time, 0 when it did not look at the clock. */
static __always_inline __u64 log_sleep(struct hl_control *ctl, struct task_struct *task,
                                       struct hl_thread *thread) {
    struct pt_regs *regs = user_regs(task);
    struct hl_counters *counters = my_counters(ctl);
    struct hl_log *log = my_log();
    struct futex_wait call;
    struct hl_entry *entry;
    struct hl_entry_sleep *sleep;
    enum keep keep;
    __u64 now;

    if (!log || !read_futex_wait(regs, &call)) return 0;
    keep = keep_sleep(ctl, counters, log, thread, task, &call);
    if (keep == KEEP_NOT) return 0;
    now = bpf_ktime_get_ns();
    entry = begin_entry(log, counters, HL_ENTRY_SLEEP, task->pid, now);
    if (!entry) return now;
    entry->operation = call.operation;
    entry->flags = (call.restarted ? HL_SLEEP_RESTARTED : 0) | (regs->r10 ? HL_SLEEP_TIMED : 0) |
                   (keep == KEEP_BUSY ? HL_SLEEP_BUSY : 0);
    sleep = &entry->sleep;
    sleep->pid = task->tgid;
    sleep->address = call.address;
    if (call.operation == HL_OP_WAITV) /* struct futex_waitv: __u64 val, uaddr */
        bpf_probe_read_user(&sleep->address, 8, (void *)(call.address + 8));
    sleep->value = call.value;
    sleep->stack_pointer = regs->sp;
    sleep->runtime = task->se.sum_exec_runtime;
    sleep->stack =
        user_stack(regs, task->tgid, thread->space, now, &thread->sleep_memo, &sleep->fingerprint);
    if (!sleep->stack) counters->lost_stacks++;
    publish(log);
    account(counters, now);
    counters->sleeps++;
    return now;
}

static __always_inline void log_run(struct hl_control *ctl, struct task_struct *task, __u64 now) {
    struct hl_counters *counters = my_counters(ctl);
    struct hl_log *log = my_log();
    struct futex_wait call;

    if (!log || !read_futex_wait(user_regs(task), &call)) return;
    if (begin_entry(log, counters, HL_ENTRY_RUN, task->pid, now)) publish(log);
    account(counters, now);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, bool preempt, struct task_struct *prev, struct task_struct *next,
             unsigned int prev_state) {
    struct hl_control *ctl = get_control();
    struct hl_thread *thread;
    __u64 now = 0;

    if (!ctl || !ctl->enabled) return 0;
    if (!preempt && (prev_state & TASK_INTERRUPTIBLE)) {
        thread = find_thread(prev->pid);
        if (thread) now = log_sleep(ctl, prev, thread);
    }
    thread = find_thread(next->pid);
    if (thread && !thread->skipped) log_run(ctl, next, now ? now : bpf_ktime_get_ns());
    return 0;
}

/* `space`: of the sleeper. A waker of another process is walked only if it is under study too. */
static __always_inline __u64 waker_stack(struct task_struct *waker, bool same_process, __u32 space,
                                         __u64 now) {
    struct hl_thread *thread = find_thread(waker->pid);

    if (!thread && !same_process) return 0;
    return user_stack(user_regs(waker), waker->tgid, thread ? thread->space : space, now,
                      thread ? &thread->wake_memo : NULL, NULL);
}

/* A timer interrupt that ends a timed wait runs on behalf of whatever thread it met: only the
 * thread's own call tells whether that thread is the waker. */
SEC("tp_btf/sched_waking")
int BPF_PROG(on_waking, struct task_struct *task) {
    struct hl_control *ctl = get_control();
    struct task_struct *waker = bpf_get_current_task_btf();
    struct hl_counters *counters;
    struct futex_wake call = {};
    struct futex_wait wait;
    struct hl_thread *sleeper;
    struct hl_log *log;
    struct hl_entry *entry;
    bool same_process = waker->tgid == task->tgid;
    __u8 flags = 0;
    __u64 now;

    if (!ctl || !ctl->enabled) return 0;
    sleeper = find_thread(task->pid);
    log = my_log();
    if (!sleeper || sleeper->skipped || !log) return 0;
    now = bpf_ktime_get_ns();
    if (waker->flags & PF_EXITING)
        flags = HL_WAKE_EXITING;
    else if (read_futex_wake(user_regs(waker), &call))
        flags = HL_WAKE_RELEASE | (call.any || !same_process ? HL_WAKE_ANY_WORD : 0);
    else if (!read_futex_wait(user_regs(task), &wait))
        return 0; /* any other sleep; not asked first, as these registers are another CPU's */
    counters = my_counters(ctl);
    entry = begin_entry(log, counters, HL_ENTRY_WAKE, task->pid, now);
    if (!entry) return 0;
    entry->flags = flags;
    entry->wake.word = call.word;
    entry->wake.second = call.second;
    entry->wake.pid = waker->tgid;
    entry->wake.tid = waker->pid;
    entry->wake.stack = flags ? waker_stack(waker, same_process, sleeper->space, now) : 0;
    publish(log);
    account(counters, now);
    return 0;
}

static __always_inline void add_thread(__u32 tid, __u32 space) {
    struct hl_threads *table = get_threads();
    struct hl_control *ctl = get_control();

    if (table && ctl && !hl_add_thread(table, tid, space)) my_counters(ctl)->lost_threads++;
}

static __always_inline void remove_thread(__u32 tid) {
    struct hl_threads *table = get_threads();

    if (table) hl_remove_thread(table, tid);
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child) {
    struct hl_thread *thread = find_thread(parent->pid);

    if (thread) add_thread(child->pid, thread->space);
    return 0;
}

/* A new image: the rules of the old one must not be used. A thread that was not the first of its
 * process has taken the first one's id. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_exec, struct task_struct *task, int old_tid) {
    struct hl_control *ctl = get_control();

    if (!ctl || !find_thread(old_tid)) return 0;
    remove_thread(old_tid);
    remove_thread(task->pid);
    add_thread(task->pid, (__sync_fetch_and_add(&ctl->last_space, 1) + 1) & 0xffff);
    return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_exit, struct task_struct *task) {
    remove_thread(task->pid);
    return 0;
}
