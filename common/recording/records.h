// What a Recording is made of. Probes append these in any order of arrival; records of one thread
// are in time order. All times are CLOCK_MONOTONIC in ns, all addresses the program's own.
// Byte layout and promises to readers: FORMAT.md beside this file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hotlock::recording {

// A fact about the whole run. Keys: "command" (argv, NUL-separated), "label", "host", "kernel",
// "cpu_model", "cpus", "git", "started_at" (Unix ns), "start" (ns), "attached" ("1"),
// "perf_maps_cut" ("1": of some process only the last names of generated code were read),
// "raw_limit" (bytes to which a database may keep the recording, compressed), "cut" ("1": all that
// follows was left out to keep such a limit, but for names of generated code).
struct Meta {
    std::string key;
    std::string value;

    bool operator==(const Meta&) const = default;
};

struct ThreadStart {
    uint64_t time = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;
    uint32_t parent_pid = 0;  // differs from pid for the first thread of a forked process

    bool operator==(const ThreadStart&) const = default;
};

struct ThreadExit {
    uint64_t time = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;

    bool operator==(const ThreadExit&) const = default;
};

struct ThreadName {
    uint64_t time = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;
    bool exec = false;  // the process replaced its image: earlier mappings are void
    std::string name;

    bool operator==(const ThreadName&) const = default;
};

// An executable file mapping. A forked process starts with its parent's.
struct Mapping {
    uint64_t time = 0;
    uint32_t pid = 0;
    uint64_t start = 0;
    uint64_t end = 0;          // exclusive
    uint64_t file_offset = 0;  // in bytes
    std::string build_id;      // raw bytes, at most 20; empty: none
    std::string path;

    bool operator==(const Mapping&) const = default;
};

// One sleep inside a futex call, written when the thread runs again.
struct Sleep {
    uint32_t pid = 0;
    uint32_t tid = 0;
    uint64_t slept_at = 0;
    uint64_t woken_at = 0;  // 0: not seen; may be a little before slept_at
    uint64_t ran_at = 0;
    uint64_t address = 0;    // futex word
    uint32_t operation = 0;  // FUTEX_* command without flags; 256 + n: futex_wait, 257: futex_waitv
    uint32_t value = 0;      // expected value that the call passed
    uint32_t waker_pid = 0;  // 0: no releasing thread (timeout, signal)
    uint32_t waker_tid = 0;
    uint32_t cpu = 0;
    uint64_t stack = 0;        // key of a Stack or Slice; 0: lost
    uint64_t waker_stack = 0;  // likewise; 0: none
    uint64_t stack_pointer = 0;
    uint64_t ran_ns = 0;        // CPU time of the thread since its previous recorded sleep ended
    bool another_call = false;  // surely not the lock call of the previous sleep: the thread woke a
                                // waiter of this address, or used its stack below this call
    bool waker_exiting = false;
    uint32_t others = 0;  // sleeps on the same word that were counted only: this one stands for
                          // them too

    bool operator==(const Sleep&) const = default;
};

// What is known about the instruction behind which a tick met its thread. Numbers of the format.
enum SampleOutcome : uint32_t {
    operand_known = 0,
    no_operand = 1,
    operand_overwritten = 2,  // a register of its address was written since
    several_before = 3,       // it may have been one of several, with different operands
    not_decodable = 4,
    code_unknown = 5,
    in_futex_call = 6,           // `address` is the word, `access` the FUTEX_* operation
    in_system_call = 7,          // any other
    base_unknown = 8,            // thread-local, the thread's base is not known
    address_not_computable = 9,  // registers do not tell it
};

enum SampleAccess : uint32_t {
    no_access = 0,
    read_access = 1,
    write_access = 2,
    update_access = 3,  // reads and writes, not locked
    atomic_access = 4,
};

// One tick of the CPU clock in a thread, and the memory operand of the instruction that the thread
// had just finished: where threads stall, that is what they stalled on.
struct Sample {
    uint64_t time = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;
    uint32_t cpu = 0;
    uint64_t weight_ns = 0;  // CPU time that the tick stands for
    bool kernel = false;     // the tick met the thread in the kernel
    uint64_t ip = 0;         // user code address at which it goes on
    uint32_t outcome = operand_known;
    uint64_t instruction = 0;     // code address; 0: not known
    uint64_t address = 0;         // of the operand
    uint32_t size = 0;            // of the operand, in bytes
    uint32_t access = no_access;  // of a futex call: its operation without flags
    // The word that the operand's base register points to, where that is an address in a file and
    // so may be the vtable of an object; 0: none is known.
    uint64_t vtable = 0;
    uint32_t into = 0;  // bytes from that word to the operand

    bool operator==(const Sample&) const = default;
};

// A tick of a second, slower clock, with the call stack.
struct StackTick {
    uint64_t time = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;
    uint32_t cpu = 0;
    uint64_t weight_ns = 0;
    bool kernel = false;
    uint64_t stack = 0;        // key of a Stack or Slice; 0: lost
    uint64_t instruction = 0;  // as in Sample, where the operand is known; else 0
    uint64_t address = 0;

    bool operator==(const StackTick&) const = default;
};

// A call stack walked by the kernel side; addresses leaf first.
struct Stack {
    uint64_t key = 0;
    uint64_t time = 0;  // the mappings of `pid` at this time give the names
    uint32_t pid = 0;
    bool complete = false;  // reached the thread's start
    std::vector<uint64_t> addresses;

    bool operator==(const Stack&) const = default;
};

// A word of stack memory that survived the filter.
struct StackWord {
    uint32_t index = 0;  // word number, counted from the slice's stack_pointer upwards
    uint64_t value = 0;

    bool operator==(const StackWord&) const = default;
};

// A call stack to be unwound after the run: what the kernel side could walk, then the registers
// and filtered stack memory of the first frame that it could not.
struct Slice {
    uint64_t key = 0;
    uint64_t time = 0;
    uint32_t pid = 0;
    std::vector<uint64_t> addresses;  // frames walked already, leaf first, without `ip`'s frame
    uint64_t ip = 0;
    uint64_t stack_pointer = 0;
    uint64_t frame_pointer = 0;
    uint32_t length = 0;           // bytes of stack memory that were read
    std::vector<StackWord> words;  // ascending index

    bool operator==(const Slice&) const = default;
};

// Code that a process has generated, and what its compiler calls it. Of several that cover an
// address the last record counts.
struct JitSymbol {
    uint32_t pid = 0;
    uint64_t start = 0;
    uint64_t size = 0;  // in bytes
    std::string name;

    bool operator==(const JitSymbol&) const = default;
};

struct Metric {
    std::string name;
    double value = 0;
    std::string unit;
    std::string better;

    bool operator==(const Metric&) const = default;
};

struct ProbeState {
    std::string name;
    std::string state;
    std::string reason;

    bool operator==(const ProbeState&) const = default;
};

// What a calibrating loop stalls on. Numbers of the format.
enum CalibratedStall : uint32_t { stall_on_load = 0, stall_on_atomic = 1, stall_on_store = 2 };

// Where ticks found a thread of ours that stalled on a known instruction, before the run or earlier
// since the machine was started. Whether lines may be derived from samples follows from it.
struct Calibration {
    uint32_t stall = stall_on_load;
    uint64_t at_stall = 0;  // ticks at the stalled instruction
    uint64_t expected = 0;  // at the one right behind it
    uint64_t later = 0;     // further behind
    uint64_t elsewhere = 0;
    std::string obstacle;  // why there was no calibration; the rest says nothing then
    // Of stall_on_atomic only: one update of a line that stays in its CPU's cache, and of one that
    // comes from another CPU, in ns; 0: not measured.
    double alone_ns = 0;
    double moved_ns = 0;

    bool operator==(const Calibration&) const = default;
};

struct Lost {
    std::string probe;
    std::string what;  // "sleeps", "stacks"
    uint64_t count = 0;

    bool operator==(const Lost&) const = default;
};

// The last record of a recording that was finished.
struct End {
    uint64_t time = 0;
    std::optional<int32_t> exit_code;  // 128 + N for a signal; absent: attached or still running
    std::optional<uint64_t> user_ns;   // CPU time of the program
    std::optional<uint64_t> system_ns;
    uint64_t own_ns = 0;  // CPU time of our probes and our recorder

    bool operator==(const End&) const = default;
};

using Record =
    std::variant<Meta, ThreadStart, ThreadExit, ThreadName, Mapping, Sleep, Stack, Slice, Metric,
                 ProbeState, Lost, End, Sample, StackTick, JitSymbol, Calibration>;

}  // namespace hotlock::recording
