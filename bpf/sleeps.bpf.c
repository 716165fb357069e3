// SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause)
/* The sleeps probe. Hooks the scheduler, never the futex call: a thread that goes to sleep inside a
 * futex call leaves its registers and stack, the thread that wakes it leaves its own, and one event
 * is written when the sleeper runs again. Failed futex calls cost nothing. */
#include "bpf/core.h"
#include "bpf/abi.h"
#include "bpf/futex.h"
#include "bpf/walk.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* What a thread carries between events. */
struct thread {
    __u64 slept_at; /* 0: not asleep in a futex call */
    __u64 word;     /* di of the last recorded call: the futex word or futex_waitv list */
    __u64 address;
    __u64 stack_pointer;
    __u64 stack;
    __u64 woken_at;
    __u64 waker_stack;
    __u64 resumed_runtime; /* sum_exec_runtime when the last recorded sleep ended */
    __u64 released;        /* word of which this thread woke a waiter since then */
    __u64 ran_ns;
    __u32 waker_pid, waker_tid;
    __u32 operation, value, word_at_8;
    __u64 fingerprint; /* of the stack around the last recorded call; 0: none */
    __u32 flags;       /* HL_SLEEP_ANOTHER_CALL */
    __u32 waker_flags; /* HL_SLEEP_WAKER_EXITING */
};

struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct thread);
} threads SEC(".maps");

/* Processes under study: pid -> address space number. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 16384);
    __type(key, __u32);
    __type(value, __u32);
} targets SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __uint(map_flags, BPF_F_MMAPABLE);
    __type(key, __u32);
    __type(value, struct hl_control);
} control SEC(".maps");

/* One entry per possible CPU: the loader sets how many. */
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __uint(map_flags, BPF_F_MMAPABLE);
    __type(key, __u32);
    __type(value, struct hl_log);
} logs SEC(".maps");

static __always_inline struct hl_control *get_control(void) {
    __u32 zero = 0;

    return bpf_map_lookup_elem(&control, &zero);
}

static __always_inline struct hl_counters *my_counters(struct hl_control *ctl) {
    return &ctl->cpu[bpf_get_smp_processor_id() & (HL_CPU_SLOTS - 1)];
}

static __always_inline __u32 *space_of(struct task_struct *task) {
    __u32 pid = task->tgid;

    return bpf_map_lookup_elem(&targets, &pid);
}

static __always_inline struct pt_regs *user_regs(struct task_struct *task) {
    return (struct pt_regs *)bpf_task_pt_regs(task);
}

/* Of 16 sleeps one has its handler runs timed, and counts for all. */
static __always_inline bool is_timed(struct hl_counters *counters) {
    return (counters->sleeps & 15) == 0;
}

static __always_inline void account(struct hl_counters *counters, __u64 since) {
    if (is_timed(counters)) counters->own_ns += 16 * (bpf_ktime_get_ns() - since);
}

/* Evidence that this sleep is of another lock call than the thread's previous one on the word.
 * Within one call the thread only retries: it releases nothing, and its stack, above and below the
 * call, stays as it was. A call with a time limit writes the time that is left. */
static __always_inline bool is_another_call(struct thread *thread, struct pt_regs *regs,
                                            __u64 fingerprint) {
    __u64 before = thread->fingerprint;

    thread->fingerprint = regs->r10 ? 0 : fingerprint;
    if (thread->released == thread->address) return true;
    return before && thread->fingerprint && before != thread->fingerprint;
}

static __always_inline void fall_asleep(struct hl_control *ctl, struct task_struct *task,
                                        __u32 space) {
    struct pt_regs *regs = user_regs(task);
    struct hl_counters *counters = my_counters(ctl);
    struct futex_wait call;
    struct thread *thread;
    __u64 now, fingerprint = 0;

    if (!read_futex_wait(regs, &call)) return;
    now = bpf_ktime_get_ns();
    thread = bpf_task_storage_get(&threads, task, NULL,
                                  call.restart ? 0 : BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (!thread) {
        if (!call.restart) counters->lost_sleeps++;
        return;
    }
    if (call.restart && thread->word != call.address) return;
    thread->word = thread->address = call.address;
    thread->operation = call.operation;
    thread->value = call.value;
    if (call.operation == HL_OP_WAITV) /* struct futex_waitv: __u64 val, uaddr */
        bpf_probe_read_user(&thread->address, 8, (void *)(call.address + 8));
    if (bpf_probe_read_user(&thread->word_at_8, 4, (void *)(thread->address + 8)))
        thread->word_at_8 = 0;
    thread->stack_pointer = regs->sp;
    thread->ran_ns = task->se.sum_exec_runtime - thread->resumed_runtime;
    thread->stack = user_stack(regs, task->tgid, space, now, &fingerprint);
    thread->flags = is_another_call(thread, regs, fingerprint) ? HL_SLEEP_ANOTHER_CALL : 0;
    if (!thread->stack) counters->lost_stacks++;
    thread->slept_at = now;
    account(counters, now);
}

/* The next free slot of this CPU's log; NULL when the reader is behind. */
static __always_inline struct hl_sleep *next_slot(struct hl_log *log) {
    if (log->head - log->tail >= HL_LOG_SLOTS) return NULL;
    return &log->slot[log->head & (HL_LOG_SLOTS - 1)];
}

static __always_inline void fill_sleep(struct hl_sleep *sleep, struct task_struct *task,
                                       struct thread *thread) {
    sleep->pid = task->tgid;
    sleep->tid = task->pid;
    sleep->slept_at = thread->slept_at;
    sleep->woken_at = thread->woken_at;
    sleep->address = thread->address;
    sleep->operation = thread->operation;
    sleep->value = thread->value;
    sleep->word_at_8 = thread->word_at_8;
    sleep->flags = thread->flags | thread->waker_flags;
    sleep->waker_pid = thread->waker_pid;
    sleep->waker_tid = thread->waker_tid;
    sleep->stack = thread->stack;
    sleep->waker_stack = thread->waker_stack;
    sleep->stack_pointer = thread->stack_pointer;
    sleep->ran_ns = thread->ran_ns;
    sleep->ran_at = bpf_ktime_get_ns(); /* last: until here the thread waited for us */
}

static __always_inline void write_sleep(struct hl_control *ctl, struct task_struct *task,
                                        struct thread *thread) {
    __u32 cpu = bpf_get_smp_processor_id();
    struct hl_log *log = bpf_map_lookup_elem(&logs, &cpu);
    struct hl_sleep *sleep = log ? next_slot(log) : NULL;
    struct hl_counters *counters = my_counters(ctl);
    __u64 since = is_timed(counters) ? bpf_ktime_get_ns() : 0;

    if (sleep) {
        fill_sleep(sleep, task, thread);
        barrier();
        log->head++; /* x86 keeps stores in order; the slot is whole when the reader sees this */
    } else {
        counters->lost_sleeps++;
    }
    thread->slept_at = thread->woken_at = thread->waker_stack = thread->released = 0;
    thread->waker_pid = thread->waker_tid = thread->waker_flags = 0;
    thread->resumed_runtime = task->se.sum_exec_runtime;
    account(counters, since);
    counters->sleeps++;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, bool preempt, struct task_struct *prev, struct task_struct *next,
             unsigned int prev_state) {
    struct hl_control *ctl = get_control();
    struct thread *thread;
    __u32 *space;

    if (!ctl || !ctl->enabled) return 0;
    if (!preempt && (prev_state & TASK_INTERRUPTIBLE)) {
        space = space_of(prev);
        if (space) fall_asleep(ctl, prev, *space);
    }
    if (!space_of(next)) return 0;
    thread = bpf_task_storage_get(&threads, next, NULL, 0);
    if (thread && thread->slept_at) write_sleep(ctl, next, thread);
    return 0;
}

/* Notes on the waker that it released the word: its next sleep there is another lock call. */
static __always_inline void note_release(struct task_struct *waker, __u64 address) {
    struct thread *thread = bpf_task_storage_get(&threads, waker, NULL, 0);

    if (thread) thread->released = address;
}

/* May run before the sleeper's own switch-out has been handled, so it only leaves a note. A timer
 * interrupt that ends a timed wait runs on behalf of whatever thread it met: that thread is a waker
 * only if its own registers say that it was waking this very word, or exiting. */
SEC("tp_btf/sched_waking")
int BPF_PROG(on_waking, struct task_struct *task) {
    struct hl_control *ctl = get_control();
    struct task_struct *waker = bpf_get_current_task_btf();
    struct pt_regs *waker_regs = user_regs(waker);
    struct futex_wait wait;
    struct thread *thread;
    __u32 *space, exiting;
    bool same_process;
    __u64 now;

    if (!ctl || !ctl->enabled) return 0;
    space = space_of(task);
    if (!space) return 0;
    if (!read_futex_wait(user_regs(task), &wait)) return 0;
    now = bpf_ktime_get_ns();
    thread = bpf_task_storage_get(&threads, task, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (!thread) return 0;
    thread->woken_at = now;
    thread->waker_pid = thread->waker_tid = thread->waker_flags = 0;
    thread->waker_stack = 0;
    exiting = waker->flags & PF_EXITING;
    same_process = waker->tgid == task->tgid;
    if (!exiting && !wakes(waker_regs, &wait, same_process)) return 0;
    thread->waker_pid = waker->tgid;
    thread->waker_tid = waker->pid;
    if (exiting) thread->waker_flags = HL_SLEEP_WAKER_EXITING;
    if (same_process)
        note_release(waker, wait.address);
    else
        space = space_of(waker);
    if (!space) return 0;
    thread->waker_stack = user_stack(waker_regs, waker->tgid, *space, now, NULL);
    account(my_counters(ctl), now);
    return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child) {
    __u32 pid = child->tgid, *space;

    if (parent->tgid == child->tgid) return 0;
    space = space_of(parent);
    if (space) bpf_map_update_elem(&targets, &pid, space, BPF_ANY);
    return 0;
}

/* A new image: the rules of the old one must not be used. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_exec, struct task_struct *task) {
    struct hl_control *ctl = get_control();
    __u32 *space = space_of(task);

    if (ctl && space) *space = (__sync_fetch_and_add(&ctl->last_space, 1) + 1) & 0xffff;
    return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_exit, struct task_struct *task) {
    __u32 pid = task->tgid;

    if (task->signal->live.counter == 0) bpf_map_delete_elem(&targets, &pid);
    return 0;
}
