/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* What the kernel side and the collector share: ring events, the unwind table, counters.
 * Both sides are built from this file in one build, so it needs no version. */
#ifndef HOTLOCK_BPF_ABI_H
#define HOTLOCK_BPF_ABI_H

#ifndef __bpf__
#include <linux/types.h>
#endif

enum {
    HL_MAX_FRAMES = 512,      /* deeper stacks are truncated */
    HL_SLICE_WORDS = 3072,    /* 24 KiB of stack memory at most in one slice */
    HL_RULE_SLOTS = 1 << 16,  /* unwind table, open addressing */
    HL_RULE_PROBES = 8,       /* slots that a lookup visits at most */
    HL_CPU_SLOTS = 512,       /* CPUs beyond share a slot */
    HL_RING_BYTES = 16 << 20, /* stacks and slices */
    HL_LOG_SLOTS = 1 << 14,   /* entries of one CPU between two drains */
    HL_BUSY_WORDS = 7,        /* locks that are recorded in windows: one cache line of them */
    HL_WINDOW_SHIFT = 24,     /* a window lasts 2^24 ns: 16.8 ms */
    HL_GROUP_SHIFT = 2,       /* of a group of 2^2 windows one is recorded */
};

/* Kinds of ring events; the first word of each. */
enum hl_event_kind {
    HL_EVENT_STACK = 1,
    HL_EVENT_SLICE = 2,
    HL_EVENT_TICK = 3,
    HL_EVENT_HALF_FULL = 4, /* a CPU's log: nothing follows, the reader shall come */
};

/* What the scheduler did to a thread under study. All three carry the time, CLOCK_MONOTONIC in ns,
 * and the thread. The collector puts them together: what the CPUs of a sleeper and of its waker
 * know meets there, not in the kernel. */
enum hl_entry_kind {
    HL_ENTRY_SLEEP = 1, /* went to sleep in a futex call */
    HL_ENTRY_WAKE = 2,  /* is being woken; may come before the sleep, and for other sleeps too */
    HL_ENTRY_RUN = 3,   /* runs again in a futex call; also after a preemption there */
};

enum {
    HL_SLEEP_RESTARTED = 1, /* restart_syscall: goes on with the thread's last futex call, if any */
    HL_SLEEP_TIMED = 2,     /* the call has a time limit */
    HL_SLEEP_BUSY = 4,      /* on a busy word, in a window */
    HL_WAKE_RELEASE = 1,    /* the waker is in a futex call that wakes waiters of `word` */
    HL_WAKE_ANY_WORD = 2,   /* but its words cannot be compared with the sleeper's */
    HL_WAKE_EXITING = 4,    /* the waker is exiting (join, robust list) */
};

enum { HL_OP_WAIT2 = 256, HL_OP_WAITV = 257 };

struct hl_entry_sleep {
    __u64 address; /* of the futex word; futex_waitv: of the first one */
    __u64 stack;   /* key of a stack or slice event; 0: none */
    __u64 stack_pointer;
    __u64 runtime; /* CPU time of the thread so far, ns */
    __u32 pid;
    __u32 value;
    __u32 fingerprint; /* of the stack around sp; 0: none */
};

struct hl_entry_wake {
    __u64 word;
    __u64 second; /* of a call with two words; else 0 */
    __u64 stack;
    __u32 pid, tid; /* of the waker */
};

/* One cache line. */
struct hl_entry {
    __u64 time;
    __u32 tid;
    __u8 kind; /* HL_ENTRY_* */
    __u8 flags;
    __u16 operation; /* FUTEX_* without flags; HL_OP_WAIT2, HL_OP_WAITV */
    union {
        struct hl_entry_sleep sleep;
        struct hl_entry_wake wake;
    };
};

/* Entries of one CPU, written by that CPU alone, in the order of time: a ring that all CPUs share
 * would bounce between them at every event. `head` is the writer's, `tail` the reader's. */
struct hl_log {
    __u64 head; /* entries written so far */
    __u64 unused[7];
    __u64 tail; /* entries read so far */
    __u64 unused_too[7];
    struct hl_entry slot[HL_LOG_SLOTS];
};

/* A stack. Behind it come `frames` addresses walked in the kernel, leaf first. HL_EVENT_STACK: that
 * is all, sent once per key. HL_EVENT_SLICE: the walk met an address without a rule; its registers
 * are in ip, sp, fp, and `bytes` of stack memory from sp up follow the addresses. */
struct hl_stack {
    __u32 kind;
    __u32 pid;
    __u64 key;
    __u64 time;
    __u32 space;
    __u32 frames;
    __u32 bytes;
    __u32 complete; /* reached the outermost frame */
    __u64 ip;
    __u64 sp;
    __u64 fp;
};

/* HL_EVENT_TICK: a timer interrupt of the kernel's own met a thread under study. */
struct hl_tick {
    __u32 kind;
    __u32 pid, tid, cpu;
    __u64 time;
    __u64 stack;       /* key of a stack or slice event; 0: lost */
    __u64 general[16]; /* user registers: rax rcx rdx rbx rsp rbp rsi rdi r8..r15 */
    __u64 ip;
    __u64 flags;
    __u64 in_kernel; /* 1: the thread was in the kernel */
};

enum hl_rule_kind {
    HL_RULE_SP = 1,          /* CFA = sp + cfa_offset */
    HL_RULE_FP = 2,          /* CFA = rbp + cfa_offset */
    HL_RULE_FP_SAVED_SP = 3, /* CFA = *(rbp + cfa_offset), caller's rbp = *rbp: realigned frames */
    HL_RULE_END = 4,         /* outermost frame */
    HL_RULE_GUESS = 5,       /* nothing known: follow rbp while that looks right */
};

/* One slot of the unwind table. Written by user space (key last), read in the kernel. */
struct hl_rule {
    __u64 key; /* hl_rule_key(); 0: empty */
    __s32 cfa_offset;
    __s16 fp_offset; /* of the saved rbp from the CFA; 0: rbp unchanged */
    __u16 rule;      /* enum hl_rule_kind */
};

/* `space` numbers address spaces (1..65535): exec gives a new one, fork shares the parent's. */
static inline __u64 hl_rule_key(__u64 ip, __u32 space) {
    __u64 high = space;

    return (ip & 0xffffffffffffULL) | high << 48;
}

static inline __u32 hl_rule_slot(__u64 key) {
    return ((key * 0x9e3779b97f4a7c15ULL) >> 48) & (HL_RULE_SLOTS - 1);
}

struct hl_rules {
    struct hl_rule slot[HL_RULE_SLOTS];
};

struct hl_counters {
    __u64 sleeps;
    __u64 lost_entries; /* log full */
    __u64 lost_threads; /* no room for more threads */
    __u64 lost_stacks;  /* ring full */
    __u64 own_ns;     /* time in our handlers on behalf of the program: 1 in 16 measured, scaled */
    __u64 lost_ticks; /* ring full */
    __u64 next_tick;  /* time from which on the next timer interrupt is one */
    __u64 unused;
    __u64 skipped[HL_BUSY_WORDS]; /* sleeps on each busy word outside windows */
    __u64 unused_too;
};

/* Mapped by the collector: the switches it flips, the words it calls busy (0: none), the counters
 * it reads. */
struct hl_control {
    __u32 enabled;
    __u32 last_space;
    __u64 busy[HL_BUSY_WORDS];
    __u64 tick_interval; /* ns between ticks, about; 0: none */
    __u64 unused[7];
    struct hl_counters cpu[HL_CPU_SLOTS];
};

#endif
