/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Names the stacks of user space by keys, and sends each new one to the collector once. */
#ifndef HOTLOCK_BPF_STACKS_H
#define HOTLOCK_BPF_STACKS_H

#include "bpf/abi.h"
#include "bpf/core.h"
#include "bpf/memo.h"
#include "bpf/walk.h"

enum { KNOWN_SLOTS = 1 << 16, KNOWN_PROBES = 4 };

struct known {
    __u64 key[KNOWN_SLOTS];
};

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct known);
} known SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, HL_RING_BYTES);
} ring SEC(".maps");

/* True once per key (but for races and evictions, which only send a stack twice). */
static __always_inline bool is_new(__u64 key) {
    __u32 zero = 0;
    struct known *table = bpf_map_lookup_elem(&known, &zero);

    if (!table) return true;
    for (int i = 0; i < KNOWN_PROBES; i++) {
        __u64 *slot = &table->key[((__u32)(key >> 40) + i) & (KNOWN_SLOTS - 1)];

        if (*slot == key) return false;
        if (!*slot || i == KNOWN_PROBES - 1) {
            *slot = key;
            return true;
        }
    }
    return true;
}

static __always_inline void forget(__u64 key) {
    __u32 zero = 0;
    struct known *table = bpf_map_lookup_elem(&known, &zero);

    if (!table) return;
    for (int i = 0; i < KNOWN_PROBES; i++) {
        __u64 *slot = &table->key[((__u32)(key >> 40) + i) & (KNOWN_SLOTS - 1)];

        /* The slot stays taken (an empty one would hide keys behind it). */
        if (*slot == key) *slot = ~0ULL;
    }
}

struct copy {
    struct scratch *scratch;
    __u64 sp;
    __u32 frames, bytes, step;
};

/* One piece of stack memory behind the walked addresses: big ones first, then small ones up to
 * the stack's top, as a read that crosses it fails whole (bpf_loop callback). */
static long copy_piece(__u32 index, struct copy *copy) {
    __u32 at = copy->frames + copy->bytes / 8, step = copy->step;

    if (at > HL_MAX_FRAMES + HL_SLICE_WORDS - 128 || step > 1024) return 1;
    if (bpf_probe_read_user(&copy->scratch->words[at], step, (void *)(copy->sp + copy->bytes))) {
        copy->step = step >> 3; /* 1024, 128, 16 */
        return copy->step < 16;
    }
    copy->bytes += step;
    return 0;
}

static __always_inline __u32 copy_stack(struct walk *walk) {
    struct copy copy = {
        .scratch = walk->scratch,
        .sp = walk->sp,
        .frames = walk->frames,
        .step = 1024,
    };

    bpf_loop(64, copy_piece, &copy, 0);
    return copy.bytes;
}

/* Sends the scratch area's event; false when the ring is full. Only a slice may wake the reader:
 * until it has learned the missing rule, every wait at that place makes another one. */
static __always_inline bool send(struct walk *walk, __u32 kind, __u64 key, __u32 pid, __u64 now) {
    struct scratch *s = walk->scratch;
    __u32 bytes = walk->frames * 8 + s->head.bytes;

    s->head.kind = kind;
    s->head.pid = pid;
    s->head.key = key;
    s->head.time = now;
    s->head.space = walk->start.space;
    s->head.frames = walk->frames;
    s->head.complete = walk->state == WALK_COMPLETE;
    s->head.ip = walk->ip;
    s->head.sp = walk->sp;
    s->head.fp = walk->fp;
    if (bytes > sizeof(s->words)) bytes = sizeof(s->words);
    return bpf_ringbuf_output(&ring, &s->head, sizeof(s->head) + bytes,
                              kind == HL_EVENT_SLICE && walk->urgent ? BPF_RB_FORCE_WAKEUP
                                                                     : BPF_RB_NO_WAKEUP) == 0;
}

static __always_inline __u64 send_stack(struct walk *walk, __u32 pid, __u64 now) {
    __u64 complete = walk->state == WALK_COMPLETE;
    __u64 key = ((walk->hash ^ complete) | 2) & ~(1ULL << 63);

    if (!is_new(key)) return key;
    walk->scratch->head.bytes = 0;
    if (send(walk, HL_EVENT_STACK, key, pid, now)) return key;
    forget(key);
    return 0;
}

static __always_inline __u64 send_slice(struct walk *walk, __u32 pid, __u64 now) {
    __u64 key = now << 8 | (bpf_get_smp_processor_id() & 255) | 1ULL << 63;

    if (bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA) > HL_RING_BYTES / 2) return 0;
    walk->scratch->head.bytes = copy_stack(walk);
    return send(walk, HL_EVENT_SLICE, key, pid, now) ? key : 0;
}

static __always_inline __u64 walked_stack(struct walk *walk, __u32 pid, __u64 now) {
    __u64 key;

    walk_all(walk);
    if (walk->state == WALK_NO_RULE) return send_slice(walk, pid, now);
    key = send_stack(walk, pid, now);
    if (key && walk->state == WALK_COMPLETE) memo_keep(&walk->scratch->draft, &walk->start, key);
    return key;
}

/* Key of the current task's user stack, sending it when it is new; 0 when it is lost. `hint`: memo
 * of the last stack like this one; NULL: stacks like this one are rare. `fingerprint`: of the
 * stack's memory, may be NULL. */
static __always_inline __u64 user_stack(struct pt_regs *regs, __u32 pid, __u32 space, __u64 now,
                                        __u32 *hint, __u32 *fingerprint) {
    __u32 zero = 0, slot = hint ? *hint : 0;
    struct walk walk = {
        .scratch = bpf_map_lookup_elem(&scratch, &zero),
        .rules = bpf_map_lookup_elem(&rules, &zero),
        .start = {.ip = regs->ip, .sp = regs->sp, .fp = regs->bp, .space = space},
        .fp_source = FP_FROM_REGISTER,
        .hash = space,
        .urgent = hint != NULL,
    };
    struct memo *memo = bpf_map_lookup_elem(&memos, &slot);
    __u64 key;

    if (!walk.scratch || !walk.rules || !memo) return 0;
    walk.start.words = walk.scratch->window + BELOW_WORDS;
    walk.ip = walk.start.ip;
    walk.sp = walk.start.sp;
    walk.fp = walk.start.fp;
    fill_window(&walk, fingerprint != NULL, memo->reach > MIN_REACH ? memo->reach : MIN_REACH);
    if (fingerprint) *fingerprint = fingerprint_of(&walk);
    if (memo_matches(memo, &walk.start)) return memo->key;
    key = walked_stack(&walk, pid, now);
    if (hint && key) *hint = memo_slot(key);
    return key;
}

#endif
