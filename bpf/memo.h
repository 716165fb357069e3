/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* Remembers whole walks. A walk is a function of its registers, of the words that it read and of
 * the rules: where those are the same, so is the stack. Comparing words costs a fraction of
 * looking up a rule per frame. */
#ifndef HOTLOCK_BPF_MEMO_H
#define HOTLOCK_BPF_MEMO_H

#include "bpf/core.h"

/* MEMO_REACH: words from sp up that a memo can speak of; a power of two. */
enum { MEMO_SLOTS = 1 << 11, MEMO_WORDS = 28, MEMO_REACH = 128 };

/* In memo.offset: the word is an address of the stack, and counts from sp like the offset itself,
 * so that one memo serves all threads. */
enum { MEMO_RELATIVE = 0x8000 };

struct memo {
    __u32 version; /* odd while it is being written */
    __u16 words;   /* used below; more than MEMO_WORDS: not to be kept */
    __u16 reach;   /* words from sp up that they span */
    __u64 key;     /* of the stack */
    __u64 ip;
    __u64 fp; /* from sp */
    __u32 space;
    __u32 uses_fp; /* else any fp will do */
    __u64 value[MEMO_WORDS];
    __u16 offset[MEMO_WORDS]; /* from sp, in words */
};

/* Where a walk starts. `words`: the stack from sp up, `reach` of them. */
struct memo_start {
    const __u64 *words;
    __u32 reach;
    __u64 ip, sp, fp;
    __u32 space;
};

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, MEMO_SLOTS);
    __type(key, __u32);
    __type(value, struct memo);
} memos SEC(".maps");

static __always_inline __u32 memo_slot(__u64 key) {
    return (key >> 32) & (MEMO_SLOTS - 1);
}

/* Adds a word that the walk read; one out of reach spoils the memo. */
static __always_inline void memo_add(struct memo *memo, __u64 offset, __u64 value, __u32 flags) {
    __u32 at = memo->words;

    if (at >= MEMO_WORDS || offset >= MEMO_REACH) {
        memo->words = MEMO_WORDS + 1;
        return;
    }
    memo->value[at] = value;
    memo->offset[at] = offset | flags;
    memo->words = at + 1;
    if (memo->reach <= offset) memo->reach = offset + 1;
}

/* True when a walk from `start` would read what the memo's walk read. */
static bool memo_matches(const struct memo *memo, const struct memo_start *start) {
    __u32 version = memo->version;
    __u64 difference = 0;

    if (version & 1 || memo->ip != start->ip || memo->space != start->space) return false;
    if (memo->reach > start->reach) return false;
    if (memo->uses_fp && memo->fp != start->fp - start->sp) return false;
    barrier();
    for (__u32 i = 0; i < MEMO_WORDS; i++) {
        __u32 offset = memo->offset[i];
        __u64 value = start->words[offset & (MEMO_REACH - 1)];

        if (i >= memo->words) break;
        if (offset & MEMO_RELATIVE) value -= start->sp;
        difference |= value ^ memo->value[i];
    }
    barrier();
    return !difference && memo->version == version;
}

/* Keeps the draft of a walk that reached the thread's start as the memo of its stack, unless the
 * memo there matches already. */
static __always_inline void memo_keep(struct memo *draft, const struct memo_start *start,
                                      __u64 key) {
    __u32 slot = memo_slot(key);
    struct memo *memo = bpf_map_lookup_elem(&memos, &slot);
    __u32 version;

    if (!memo || draft->words > MEMO_WORDS || memo_matches(memo, start)) return;
    version = memo->version;
    if (version & 1 || __sync_val_compare_and_swap(&memo->version, version, version + 1) != version)
        return;
    draft->version = version + 1;
    draft->key = key;
    draft->ip = start->ip;
    draft->fp = start->fp - start->sp;
    draft->space = start->space;
    *memo = *draft;
    barrier();
    memo->version = version + 2;
}

#endif
