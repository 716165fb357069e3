// Call frame information -> Rule. libdw runs the CFA program; what is recognised here are the
// forms that compilers, binutils and glibc emit. Register numbers: psABI AMD64, figure 3.36.
#include "analyzer/symbols/cfi_rules.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace hotlock::symbols {
namespace {

using unwind::Rule;
using Ops = std::span<const Dwarf_Op>;

constexpr int rbp = 6;
constexpr int rsp = 7;
constexpr int return_address = 16;

// Where the kernel's ucontext keeps rbp, rsp and rip.
constexpr int64_t ucontext_rbp = 120;
constexpr int64_t ucontext_rsp = 160;
constexpr int64_t ucontext_rip = 168;

// How a register of the caller is found again.
struct Saved {
    enum class Where {
        unreadable,
        unchanged,
        undefined,
        expression,  // by `ops`; only short ones are understood, so only the start is kept
    };
    Where where = Where::unreadable;
    std::vector<Dwarf_Op> ops;
};

class Frame {
  public:
    explicit Frame(Dwarf_Frame* frame) : frame_(frame) {}

    Ops cfa() {
        Dwarf_Op* ops = nullptr;
        size_t count = 0;
        if (dwarf_frame_cfa(frame_, &ops, &count) != 0) return {};
        return {ops, count};
    }

    Saved saved(int register_number) {
        Dwarf_Op memory[3] = {};
        Dwarf_Op* ops = nullptr;
        size_t count = 0;
        if (dwarf_frame_register(frame_, register_number, memory, &ops, &count) != 0) return {};
        if (count != 0) return {Saved::Where::expression, {ops, ops + std::min<size_t>(count, 4)}};
        return {ops == nullptr ? Saved::Where::unchanged : Saved::Where::undefined, {}};
    }

    bool is_signal() {
        bool signal = false;
        return dwarf_frame_info(frame_, nullptr, nullptr, &signal) >= 0 && signal;
    }

  private:
    Dwarf_Frame* frame_;
};

std::optional<int32_t> small(int64_t value) {
    if (value < std::numeric_limits<int32_t>::min()) return std::nullopt;
    if (value > std::numeric_limits<int32_t>::max()) return std::nullopt;
    return static_cast<int32_t>(value);
}

// The offset, when the operation is "register + offset".
std::optional<int32_t> register_offset(const Dwarf_Op& op, int register_number) {
    if (op.atom == DW_OP_breg0 + register_number) return small(static_cast<int64_t>(op.number));
    if (op.atom == DW_OP_bregx && op.number == static_cast<Dwarf_Word>(register_number)) {
        return small(static_cast<int64_t>(op.number2));
    }
    return std::nullopt;
}

// The offset of a register that is saved at CFA + offset.
std::optional<int32_t> cfa_relative(const Saved& saved) {
    if (saved.where != Saved::Where::expression) return std::nullopt;
    if (saved.ops[0].atom != DW_OP_call_frame_cfa) return std::nullopt;
    if (saved.ops.size() == 1) return 0;
    if (saved.ops.size() != 2 || saved.ops[1].atom != DW_OP_plus_uconst) return std::nullopt;
    return small(static_cast<int64_t>(saved.ops[1].number));
}

// The offset of a register that is saved at register + offset. Such expressions find the CFA on
// their stack (DWARF 5, 6.4.2.3), which libdw puts in front of them.
std::optional<int32_t> saved_beside(const Saved& saved, int register_number) {
    if (saved.where != Saved::Where::expression || saved.ops.size() != 2) return std::nullopt;
    if (saved.ops[0].atom != DW_OP_call_frame_cfa) return std::nullopt;
    return register_offset(saved.ops[1], register_number);
}

// As binutils writes it for .plt: sp + 8 + ((ip & 15) >= N ? 8 : 0).
std::optional<int32_t> plt_threshold(Ops cfa) {
    if (cfa.size() != 9 || register_offset(cfa[0], rsp) != 8) return std::nullopt;
    if (register_offset(cfa[1], return_address) != 0) return std::nullopt;
    const uint8_t threshold = cfa[4].atom;
    if (threshold < DW_OP_lit0 || threshold > DW_OP_lit15) return std::nullopt;
    const bool matches = cfa[2].atom == DW_OP_lit15 && cfa[3].atom == DW_OP_and &&
                         cfa[5].atom == DW_OP_ge && cfa[6].atom == DW_OP_lit3 &&
                         cfa[7].atom == DW_OP_shl && cfa[8].atom == DW_OP_plus;
    if (!matches) return std::nullopt;
    return threshold - DW_OP_lit0;
}

// A signal frame restores everything from the ucontext: rsp, rip and rbp at their places in it.
Rule signal_rule(Frame& frame) {
    const Ops cfa = frame.cfa();
    if (cfa.size() != 2 || cfa[1].atom != DW_OP_deref) return {};
    const std::optional<int32_t> sp = register_offset(cfa[0], rsp);
    if (!sp) return {};
    const int64_t ucontext = *sp - ucontext_rsp;
    if (saved_beside(frame.saved(return_address), rsp) != ucontext + ucontext_rip) return {};
    if (saved_beside(frame.saved(rbp), rsp) != ucontext + ucontext_rbp) return {};
    const std::optional<int32_t> offset = small(ucontext);
    return offset ? Rule{Rule::Kind::signal, *offset, {}} : Rule{};
}

// Kind and CFA offset only.
Rule cfa_rule(Ops cfa) {
    if (cfa.size() == 1) {
        if (const auto offset = register_offset(cfa[0], rsp)) return {Rule::Kind::sp, *offset, {}};
        if (const auto offset = register_offset(cfa[0], rbp)) return {Rule::Kind::fp, *offset, {}};
    }
    if (cfa.size() == 2 && cfa[1].atom == DW_OP_deref) {
        if (const auto offset = register_offset(cfa[0], rbp)) {
            return {Rule::Kind::fp_saved_sp, *offset, {}};
        }
    }
    if (const auto threshold = plt_threshold(cfa)) return {Rule::Kind::plt, *threshold, {}};
    return {};
}

Rule call_rule(Frame& frame) {
    if (cfa_relative(frame.saved(return_address)) != -8) return {};
    Rule rule = cfa_rule(frame.cfa());
    const Saved fp = frame.saved(rbp);
    if (fp.where != Saved::Where::expression) return rule;
    rule.fp_offset = rule.kind == Rule::Kind::fp_saved_sp ? saved_beside(fp, rbp)  //
                                                          : cfa_relative(fp);
    return rule.fp_offset ? rule : Rule{};
}

}  // namespace

CfiRules CfiRules::of_eh_frame(Elf* elf) {
    CfiHandle cfi(dwarf_getcfi_elf(elf));
    Dwarf_CFI* const view = cfi.get();
    return {std::move(cfi), view};
}

CfiRules CfiRules::of_debug_frame(Dwarf* dwarf) {
    return {nullptr, dwarf ? dwarf_getcfi(dwarf) : nullptr};
}

FrameHandle CfiRules::frame(uint64_t address) {
    Dwarf_Frame* found = nullptr;
    if (!cfi_ || dwarf_cfi_addrframe(cfi_, address, &found) != 0) return nullptr;
    return FrameHandle(found);
}

unwind::Rule CfiRules::rule(uint64_t address) {
    const FrameHandle found = frame(address);
    if (!found) return {};
    Frame frame(found.get());
    if (frame.is_signal()) return signal_rule(frame);
    if (frame.saved(return_address).where == Saved::Where::undefined) {
        return {Rule::Kind::end, 0, {}};
    }
    return call_rule(frame);
}

}  // namespace hotlock::symbols
