/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Walks a user stack in the kernel by rules that user space has learned from .eh_frame. A frame
 * without a rule makes a slice: user space unwinds it, learns, and the next walk gets further. */
#ifndef HOTLOCK_BPF_WALK_H
#define HOTLOCK_BPF_WALK_H

#include "bpf/abi.h"
#include "bpf/core.h"

enum { WINDOW_WORDS = 128, BELOW_WORDS = 32, KNOWN_SLOTS = 1 << 16, KNOWN_PROBES = 4 };

/* Interrupts are off in every program here, so one scratch area per CPU serves all. */
struct scratch {
    __u64 window[WINDOW_WORDS]; /* copy of the stack around sp, from window_base up */
    struct hl_stack head;       /* of the event that `words` belong to */
    __u64 words[HL_MAX_FRAMES + HL_SLICE_WORDS];
};

struct known {
    __u64 key[KNOWN_SLOTS];
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct scratch);
} scratch SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __uint(map_flags, BPF_F_MMAPABLE);
    __type(key, __u32);
    __type(value, struct hl_rules);
} rules SEC(".maps");

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

enum walk_state { WALK_GOING, WALK_COMPLETE, WALK_TRUNCATED, WALK_NO_RULE };

struct walk {
    struct scratch *scratch;
    struct hl_rules *rules;
    __u64 ip, sp, fp;
    __u64 window_base, window_bytes;
    __u64 hash;
    __u32 space;
    __u32 frames;
    enum walk_state state;
};

static __always_inline bool read_word(struct walk *walk, __u64 address, __u64 *word) {
    __u64 at = address - walk->window_base;

    if (at < walk->window_bytes && !(at & 7)) {
        *word = walk->scratch->window[(at >> 3) & (WINDOW_WORDS - 1)];
        return true;
    }
    return bpf_probe_read_user(word, sizeof(*word), (void *)address) == 0;
}

static __always_inline struct hl_rule *find_rule(struct walk *walk) {
    __u64 key = hl_rule_key(walk->ip, walk->space);
    __u32 slot = hl_rule_slot(key);

    for (int i = 0; i < HL_RULE_PROBES; i++) {
        struct hl_rule *rule = &walk->rules->slot[(slot + i) & (HL_RULE_SLOTS - 1)];

        if (rule->key == key) return rule;
        if (!rule->key) return NULL;
    }
    return NULL;
}

/* CFA of the current frame; 0 when it cannot be told. */
static __always_inline __u64 frame_address(struct walk *walk, struct hl_rule *rule) {
    __u64 address = 0;

    switch (rule->rule) {
        case HL_RULE_SP:
            return walk->sp + rule->cfa_offset;
        case HL_RULE_FP:
            return walk->fp + rule->cfa_offset;
        case HL_RULE_FP_SAVED_SP:
            return read_word(walk, walk->fp + rule->cfa_offset, &address) ? address : 0;
        case HL_RULE_GUESS:
            return walk->fp >= walk->sp ? walk->fp + 16 : 0;
        default:
            return 0;
    }
}

static __always_inline long stop(struct walk *walk, enum walk_state state) {
    walk->state = state;
    return 1;
}

/* One frame; returns 1 to stop (bpf_loop callback). */
static long walk_frame(__u32 index, struct walk *walk) {
    struct hl_rule *rule = find_rule(walk);
    __u64 cfa, saved = 0, ip = 0;

    if (!rule) return stop(walk, WALK_NO_RULE);
    walk->scratch->words[index & (HL_MAX_FRAMES - 1)] = walk->ip;
    walk->frames = index + 1;
    walk->hash = (walk->hash ^ walk->ip) * 0x9e3779b97f4a7c15ULL;
    walk->hash ^= walk->hash >> 29;
    if (rule->rule == HL_RULE_END) return stop(walk, WALK_COMPLETE);

    cfa = frame_address(walk, rule);
    if (cfa <= walk->sp || !read_word(walk, cfa - 8, &ip)) return stop(walk, WALK_TRUNCATED);
    if (rule->rule == HL_RULE_GUESS) {
        if (!read_word(walk, cfa - 16, &saved) || saved <= walk->fp)
            return stop(walk, WALK_TRUNCATED);
        walk->fp = saved;
    } else if (rule->rule == HL_RULE_FP_SAVED_SP) {
        if (!read_word(walk, walk->fp, &saved)) return stop(walk, WALK_TRUNCATED);
        walk->fp = saved;
    } else if (rule->fp_offset) {
        if (!read_word(walk, cfa + rule->fp_offset, &saved)) return stop(walk, WALK_TRUNCATED);
        walk->fp = saved;
    }
    walk->ip = ip;
    walk->sp = cfa;
    return 0;
}

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

/* Sends the scratch area's event; false when the ring is full. Only a slice wakes the reader: until
 * it has learned the missing rule, every wait at that place makes another one. */
static __always_inline bool send(struct walk *walk, __u32 kind, __u64 key, __u32 pid, __u64 now) {
    struct scratch *s = walk->scratch;
    __u32 bytes = walk->frames * 8 + s->head.bytes;

    s->head.kind = kind;
    s->head.pid = pid;
    s->head.key = key;
    s->head.time = now;
    s->head.space = walk->space;
    s->head.frames = walk->frames;
    s->head.complete = walk->state == WALK_COMPLETE;
    s->head.ip = walk->ip;
    s->head.sp = walk->sp;
    s->head.fp = walk->fp;
    if (bytes > sizeof(s->words)) bytes = sizeof(s->words);
    return bpf_ringbuf_output(&ring, &s->head, sizeof(s->head) + bytes,
                              kind == HL_EVENT_SLICE ? BPF_RB_FORCE_WAKEUP : BPF_RB_NO_WAKEUP) == 0;
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

static __always_inline void fill_window(struct walk *walk) {
    walk->window_base = walk->sp - BELOW_WORDS * 8;
    walk->window_bytes = WINDOW_WORDS * 8;
    if (bpf_probe_read_user(walk->scratch->window, WINDOW_WORDS * 8, (void *)walk->window_base))
        walk->window_bytes = 0;
}

/* Changes when any word of the window does; 0 when there is no window. Four sums side by side keep
 * the multiplier busy. */
static __always_inline __u64 fingerprint_of(struct walk *walk) {
    const __u64 *word = walk->scratch->window, times = 0x9e3779b97f4a7c15ULL;
    __u64 a = 1, b = 2, c = 3, d = 4;

    if (!walk->window_bytes) return 0;
    for (int i = 0; i < WINDOW_WORDS; i += 4) {
        a = a * times + word[i];
        b = b * times + word[i + 1];
        c = c * times + word[i + 2];
        d = d * times + word[i + 3];
    }
    return a ^ (b << 1) ^ (c << 2) ^ (d << 3);
}

/* Key of the current task's user stack, sending it when it is new; 0 when it is lost.
 * `fingerprint` may be NULL. */
static __always_inline __u64 user_stack(struct pt_regs *regs, __u32 pid, __u32 space, __u64 now,
                                        __u64 *fingerprint) {
    __u32 zero = 0;
    struct walk walk = {
        .scratch = bpf_map_lookup_elem(&scratch, &zero),
        .rules = bpf_map_lookup_elem(&rules, &zero),
        .ip = regs->ip,
        .sp = regs->sp,
        .fp = regs->bp,
        .space = space,
        .hash = space,
    };

    if (!walk.scratch || !walk.rules) return 0;
    fill_window(&walk);
    if (fingerprint) *fingerprint = fingerprint_of(&walk);
    bpf_loop(HL_MAX_FRAMES, walk_frame, &walk, 0);
    if (walk.state == WALK_NO_RULE) return send_slice(&walk, pid, now);
    return send_stack(&walk, pid, now);
}

#endif
