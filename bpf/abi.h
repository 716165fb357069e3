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
    HL_LOG_SLOTS = 1 << 13,   /* sleeps of one CPU between two drains */
};

/* Kinds of ring events; the first word of each. */
enum hl_event_kind { HL_EVENT_STACK = 1, HL_EVENT_SLICE = 2 };

/* One sleep inside a futex call; written when the thread runs again. Times: CLOCK_MONOTONIC, ns. */
struct hl_sleep {
    __u32 pid;
    __u32 tid;
    __u64 slept_at;
    __u64 woken_at; /* 0: not seen */
    __u64 ran_at;
    __u64 address;
    __u32 operation; /* FUTEX_* without flags; HL_OP_WAIT2, HL_OP_WAITV */
    __u32 value;
    __u32 word_at_8;
    __u32 flags; /* HL_SLEEP_* */
    __u32 waker_pid;
    __u32 waker_tid;
    __u64 stack; /* key of a stack or slice event; 0: none */
    __u64 waker_stack;
    __u64 stack_pointer;
    __u64 ran_ns; /* CPU time since the previous recorded sleep ended */
};

/* Sleeps of one CPU, written by that CPU alone: a ring that all CPUs share would bounce between
 * them at every event. Entries are in the order of ran_at. `head` is the writer's, `tail` the
 * reader's. */
struct hl_log {
    __u64 head; /* entries written so far */
    __u64 unused[7];
    __u64 tail; /* entries read so far */
    __u64 unused_too[7];
    struct hl_sleep slot[HL_LOG_SLOTS];
};

enum { HL_OP_WAIT2 = 256, HL_OP_WAITV = 257 };
enum {
    HL_SLEEP_ANOTHER_CALL = 1,  /* than the previous sleep: see sleeps.bpf.c, evidence */
    HL_SLEEP_WAKER_EXITING = 2, /* the waker was exiting (join, robust list) */
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
    __u64 lost_sleeps; /* ring full, or no memory for the thread's state */
    __u64 lost_stacks; /* ring full */
    __u64 own_ns;      /* time in our handlers on behalf of the program: 1 in 16 measured, scaled */
    __u64 unused[4];
};

/* Mapped by the collector: the switch it flips, the counters it reads. */
struct hl_control {
    __u32 enabled;
    __u32 last_space;
    __u64 unused[7];
    struct hl_counters cpu[HL_CPU_SLOTS];
};

#endif
