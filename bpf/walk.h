/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Walks a user stack in the kernel by rules that user space has learned from .eh_frame. A frame
 * without a rule makes a slice: user space unwinds it, learns, and the next walk gets further. */
#ifndef HOTLOCK_BPF_WALK_H
#define HOTLOCK_BPF_WALK_H

#include "bpf/abi.h"
#include "bpf/core.h"
#include "bpf/memo.h"

/* Of the window, BELOW_WORDS lie below sp. It reaches MIN_REACH words above, or as far as the last
 * walk did. */
enum {
    BELOW_WORDS = 32,
    MIN_REACH = 64,
    WINDOW_WORDS = BELOW_WORDS + MEMO_REACH,
    FINGERPRINT_WORDS = BELOW_WORDS + MIN_REACH,
};

/* Interrupts are off in every program here, so one scratch area per CPU serves all. */
struct scratch {
    __u64 window[WINDOW_WORDS]; /* copy of the stack around sp */
    struct memo draft;          /* of the walk under way */
    struct hl_stack head;       /* of the event that `words` belong to */
    __u64 words[HL_MAX_FRAMES + HL_SLICE_WORDS];
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

enum walk_state { WALK_GOING, WALK_COMPLETE, WALK_TRUNCATED, WALK_NO_RULE };

/* Where the value of walk.fp came from: offset of a saved word that the draft lacks, or one of: */
enum { FP_FROM_REGISTER = -1, FP_NOTED = -2 };

struct walk {
    struct scratch *scratch;
    struct hl_rules *rules;
    struct memo_start start;
    __u64 ip, sp, fp; /* of the frame reached */
    __s64 fp_source;
    __u64 hash;
    __u32 frames;
    enum walk_state state;
    bool urgent; /* a slice wakes the reader */
};

/* Offset from the walk's first sp in words; beyond all windows for an odd address. */
static __always_inline __u64 offset_of(struct walk *walk, __u64 address) {
    __u64 bytes = address - walk->start.sp;

    return bytes & 7 ? ~0ULL >> 1 : bytes >> 3;
}

static __always_inline bool read_word(struct walk *walk, __u64 address, __u64 *word) {
    __u64 offset = offset_of(walk, address);

    if (offset < walk->start.reach) {
        *word = walk->scratch->window[(offset & (MEMO_REACH - 1)) + BELOW_WORDS];
        return true;
    }
    return bpf_probe_read_user(word, sizeof(*word), (void *)address) == 0;
}

static __always_inline void note_word(struct walk *walk, __u64 address, __u64 value) {
    memo_add(&walk->scratch->draft, offset_of(walk, address), value, 0);
}

static __always_inline void note_address(struct walk *walk, __u64 offset, __u64 value) {
    memo_add(&walk->scratch->draft, offset, value - walk->start.sp, MEMO_RELATIVE);
}

/* The walk goes on from rbp: notes where its value came from. Most saved values of rbp are never
 * used, and then they may be anything. */
static __always_inline void note_fp_use(struct walk *walk) {
    if (walk->fp_source == FP_FROM_REGISTER)
        walk->scratch->draft.uses_fp = 1;
    else if (walk->fp_source != FP_NOTED)
        note_address(walk, walk->fp_source, walk->fp);
    walk->fp_source = FP_NOTED;
}

static __always_inline struct hl_rule *find_rule(struct walk *walk) {
    __u64 key = hl_rule_key(walk->ip, walk->start.space);
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
    __u64 at = walk->fp + rule->cfa_offset, address = 0;

    if (rule->rule == HL_RULE_SP) return walk->sp + rule->cfa_offset;
    note_fp_use(walk);
    switch (rule->rule) {
        case HL_RULE_FP:
            return at;
        case HL_RULE_FP_SAVED_SP:
            if (!read_word(walk, at, &address)) return 0;
            note_address(walk, offset_of(walk, at), address);
            return address;
        case HL_RULE_GUESS:
            return walk->fp >= walk->sp ? walk->fp + 16 : 0;
        default:
            return 0;
    }
}

static __always_inline bool restore_fp(struct walk *walk, struct hl_rule *rule, __u64 cfa) {
    __u64 at = rule->rule == HL_RULE_GUESS         ? cfa - 16
               : rule->rule == HL_RULE_FP_SAVED_SP ? walk->fp
                                                   : cfa + rule->fp_offset;
    __u64 saved = 0;

    if (at == cfa) return true; /* rbp is unchanged */
    if (!read_word(walk, at, &saved)) return false;
    walk->fp_source = offset_of(walk, at);
    if (rule->rule == HL_RULE_GUESS) {
        if (saved <= walk->fp) return false;
        note_address(walk, walk->fp_source, saved);
        walk->fp_source = FP_NOTED;
    }
    walk->fp = saved;
    return true;
}

static __always_inline long stop(struct walk *walk, enum walk_state state) {
    walk->state = state;
    return 1;
}

/* One frame; returns 1 to stop (bpf_loop callback). */
static long walk_frame(__u32 index, struct walk *walk) {
    struct hl_rule *rule = find_rule(walk);
    __u64 cfa, ip = 0;

    if (!rule) return stop(walk, WALK_NO_RULE);
    walk->scratch->words[index & (HL_MAX_FRAMES - 1)] = walk->ip;
    walk->frames = index + 1;
    walk->hash = (walk->hash ^ walk->ip) * 0x9e3779b97f4a7c15ULL;
    walk->hash ^= walk->hash >> 29;
    if (rule->rule == HL_RULE_END) return stop(walk, WALK_COMPLETE);

    cfa = frame_address(walk, rule);
    if (cfa <= walk->sp || !read_word(walk, cfa - 8, &ip)) return stop(walk, WALK_TRUNCATED);
    note_word(walk, cfa - 8, ip);
    if (!restore_fp(walk, rule, cfa)) return stop(walk, WALK_TRUNCATED);
    walk->ip = ip;
    walk->sp = cfa;
    return 0;
}

/* Copies the stack around sp, `words` of it above. A read that crosses the stack's top fails whole:
 * then there is no window, and each word is read alone. */
static __always_inline void fill_window(struct walk *walk, bool below, __u32 words) {
    __u64 *window = walk->scratch->window + (below ? 0 : BELOW_WORDS);
    __u64 from = walk->start.sp - (below ? BELOW_WORDS * 8 : 0);

    if (words > MEMO_REACH) words = MEMO_REACH;
    if (bpf_probe_read_user(window, (words + (below ? BELOW_WORDS : 0)) * 8, (void *)from) == 0)
        walk->start.reach = words;
}

/* Changes when a word around sp does. Four sums side by side keep the multiplier busy. */
static __always_inline __u32 fingerprint_of(struct walk *walk) {
    const __u64 *word = walk->scratch->window, times = 0x9e3779b97f4a7c15ULL;
    __u64 a = 1, b = 2, c = 3, d = 4;

    if (!walk->start.reach) return 0;
    for (int i = 0; i < FINGERPRINT_WORDS; i += 4) {
        a = a * times + word[i];
        b = b * times + word[i + 1];
        c = c * times + word[i + 2];
        d = d * times + word[i + 3];
    }
    a ^= (b << 1) ^ (c << 2) ^ (d << 3);
    return (a >> 32) | 1;
}

static __always_inline void walk_all(struct walk *walk) {
    walk->scratch->draft.words = walk->scratch->draft.reach = 0;
    walk->scratch->draft.uses_fp = 0;
    bpf_loop(HL_MAX_FRAMES, walk_frame, walk, 0);
}

#endif
