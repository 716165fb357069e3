// The part of a perf sample that the samples probe asks for (perf_event_open(2),
// PERF_RECORD_SAMPLE).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace hotlock::collector {

// For sample_regs_user: PERF_REG_X86_AX .. _FLAGS and _R8 .. _R15, in this order in a sample.
constexpr uint64_t sampled_registers = 0xff03ff;

struct PerfSample {
    bool kernel = false;  // the tick met the thread in the kernel
    uint64_t time = 0;
    uint32_t pid = 0;
    uint32_t tid = 0;
    uint32_t cpu = 0;
    uint64_t period = 0;
    bool has_registers = false;  // false: a thread without a user side, or one that is exiting
    uint64_t ip = 0;             // user registers, also when the tick met the kernel
    uint64_t flags = 0;
    std::array<uint64_t, 16>
        general{};                // hardware numbers: rax rcx rdx rbx rsp rbp rsi rdi r8..r15
    std::span<const char> stack;  // from general[4] up; valid as long as the record
};

// Nothing for a record that is too short for what it says.
std::optional<PerfSample> parse_sample(std::span<const char> record, bool with_stack);

}  // namespace hotlock::collector
