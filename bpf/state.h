/* SPDX-License-Identifier: (GPL-2.0 OR BSD-2-Clause) */
/* What all programs look at: the collector's switches, the threads under study, the CPUs' logs. */
#ifndef HOTLOCK_BPF_STATE_H
#define HOTLOCK_BPF_STATE_H

#include "bpf/abi.h"
#include "bpf/core.h"
#include "bpf/threads.h"

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __uint(map_flags, BPF_F_MMAPABLE);
    __type(key, __u32);
    __type(value, struct hl_threads);
} threads SEC(".maps");

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

static __always_inline struct hl_threads *get_threads(void) {
    __u32 zero = 0;

    return bpf_map_lookup_elem(&threads, &zero);
}

static __always_inline struct hl_thread *find_thread(__u32 tid) {
    struct hl_threads *table = get_threads();

    return table && tid ? hl_find_thread(table, tid) : NULL; /* 0: the idle task */
}

static __always_inline struct hl_counters *my_counters(struct hl_control *ctl) {
    return &ctl->cpu[bpf_get_smp_processor_id() & (HL_CPU_SLOTS - 1)];
}

static __always_inline struct hl_log *my_log(void) {
    __u32 cpu = bpf_get_smp_processor_id();

    return bpf_map_lookup_elem(&logs, &cpu);
}

static __always_inline struct pt_regs *user_regs(struct task_struct *task) {
    return (struct pt_regs *)bpf_task_pt_regs(task);
}

#endif
