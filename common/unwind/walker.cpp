// One frame after the other: by rule, or by the frame pointer where there is none.
#include "common/unwind/walker.h"

namespace hotlock::unwind {
namespace {

// Offsets in the kernel's x86-64 struct ucontext: uc_mcontext at 40, gregs[REG_RBP, RSP, RIP].
constexpr uint64_t ucontext_fp = 40 + 10 * 8;
constexpr uint64_t ucontext_sp = 40 + 15 * 8;
constexpr uint64_t ucontext_ip = 40 + 16 * 8;

struct Caller {
    Registers registers;
    bool leaf = false;  // its ip is exact: a signal interrupted it
};

// Offsets are negative numbers as often as not: wraps around on purpose.
uint64_t plus(uint64_t address, int32_t offset) {
    return address + static_cast<uint64_t>(int64_t{offset});
}

std::optional<uint64_t> frame_address(const Rule& rule, const Registers& frame,
                                      const ReadWord& read) {
    switch (rule.kind) {
        case Rule::Kind::sp:
            return plus(frame.sp, rule.cfa_offset);
        case Rule::Kind::fp:
            return plus(frame.fp, rule.cfa_offset);
        case Rule::Kind::fp_saved_sp:
            return read(plus(frame.fp, rule.cfa_offset));
        case Rule::Kind::plt: {
            const bool pushed = static_cast<int64_t>(frame.ip & 15) >= rule.cfa_offset;
            return frame.sp + (pushed ? 16 : 8);
        }
        case Rule::Kind::signal:
        case Rule::Kind::end:
        case Rule::Kind::unknown:
            break;
    }
    return std::nullopt;
}

// A saved rbp that was not kept pointed nowhere near the stack, so no later frame can need it: 0.
uint64_t caller_fp(const Rule& rule, const Registers& frame, uint64_t cfa, const ReadWord& read) {
    if (!rule.fp_offset) return frame.fp;
    const uint64_t base = rule.kind == Rule::Kind::fp_saved_sp ? frame.fp : cfa;
    return read(plus(base, *rule.fp_offset)).value_or(0);
}

std::optional<Caller> step_by_cfa(const Rule& rule, const Registers& frame, const ReadWord& read) {
    const std::optional<uint64_t> cfa = frame_address(rule, frame, read);
    // The return address lies between the frame's stack pointer and the CFA.
    if (!cfa || *cfa < 8 || *cfa - 8 < frame.sp) return std::nullopt;
    const std::optional<uint64_t> ip = read(*cfa - 8);
    if (!ip) return std::nullopt;
    return Caller{{*ip, *cfa, caller_fp(rule, frame, *cfa, read)}};
}

std::optional<Caller> step_by_frame_pointer(const Registers& frame, const ReadWord& read) {
    if (frame.fp < frame.sp || frame.fp % 8 != 0 || frame.fp > UINT64_MAX - 16) return std::nullopt;
    const std::optional<uint64_t> saved_fp = read(frame.fp);
    const std::optional<uint64_t> ip = read(frame.fp + 8);
    if (!saved_fp || !ip || *saved_fp <= frame.fp) return std::nullopt;
    return Caller{{*ip, frame.fp + 16, *saved_fp}};
}

std::optional<Caller> step_out_of_signal(const Rule& rule, const Registers& frame,
                                         const ReadWord& read) {
    const uint64_t ucontext = plus(frame.sp, rule.cfa_offset);
    const std::optional<uint64_t> ip = read(ucontext + ucontext_ip);
    const std::optional<uint64_t> sp = read(ucontext + ucontext_sp);
    if (!ip || !sp) return std::nullopt;
    return Caller{{*ip, *sp, read(ucontext + ucontext_fp).value_or(0)}, true};
}

std::optional<Caller> step(const Rule& rule, const Registers& frame, const ReadWord& read) {
    switch (rule.kind) {
        case Rule::Kind::end:
            return std::nullopt;
        case Rule::Kind::unknown:
            return step_by_frame_pointer(frame, read);
        case Rule::Kind::signal:
            return step_out_of_signal(rule, frame, read);
        default:
            return step_by_cfa(rule, frame, read);
    }
}

}  // namespace

Walk walk(const Registers& start, const ReadWord& read, const FindRule& find_rule,
          const IsCode& is_code, size_t max_frames, bool first_is_leaf) {
    Walk result;
    Caller frame{start, first_is_leaf};
    while (result.addresses.size() < max_frames) {
        result.addresses.push_back(frame.registers.ip);
        const Rule rule = find_rule(frame.registers.ip, frame.leaf);
        result.complete = rule.kind == Rule::Kind::end;

        const std::optional<Caller> caller = step(rule, frame.registers, read);
        if (!caller || !is_code(caller->registers.ip)) break;
        frame = *caller;
    }
    return result;
}

}  // namespace hotlock::unwind
