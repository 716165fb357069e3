// Recognises the forms that compilers, binutils and glibc emit.
#include "analyzer/symbols/frame_rules.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "analyzer/symbols/frame_program.h"

namespace hotlock::symbols {
namespace {

using unwind::Rule;
using How = SavedRegister::How;

// Where the kernel's ucontext keeps rbp, rsp and rip.
constexpr int64_t ucontext_rbp = 120;
constexpr int64_t ucontext_rsp = 160;
constexpr int64_t ucontext_rip = 168;

std::optional<int32_t> small(int64_t value) {
    if (value < std::numeric_limits<int32_t>::min()) return std::nullopt;
    if (value > std::numeric_limits<int32_t>::max()) return std::nullopt;
    return static_cast<int32_t>(value);
}

// N of "register + N" or, with `deref`, of "what is in memory at register + N".
std::optional<int64_t> register_offset(Bytes expression, uint64_t register_number, bool deref) {
    ByteReader reader(expression);
    if (reader.number<uint8_t>() != DW_OP_breg0 + register_number) return std::nullopt;
    const int64_t offset = reader.sleb();
    if (deref && reader.number<uint8_t>() != DW_OP_deref) return std::nullopt;
    if (!reader.ok() || !reader.rest().empty()) return std::nullopt;
    return offset;
}

// N of a register that is saved at `base` register + N.
std::optional<int64_t> saved_beside(const SavedRegister& saved, uint64_t base) {
    if (saved.how != How::at_expression) return std::nullopt;
    return register_offset(saved.expression, base, false);
}

// As binutils writes it for .plt: sp + 8 + ((ip & 15) >= N ? 8 : 0).
std::optional<int32_t> plt_threshold(Bytes expression) {
    constexpr size_t threshold_at = 6;
    std::array<uint8_t, 11> form = {DW_OP_breg7, 8, DW_OP_breg16, 0,          DW_OP_lit15,
                                    DW_OP_and,   0, DW_OP_ge,     DW_OP_lit3, DW_OP_shl,
                                    DW_OP_plus};
    if (expression.size() != form.size()) return std::nullopt;
    const uint8_t threshold = expression[threshold_at];
    if (threshold < DW_OP_lit0 || threshold > DW_OP_lit15) return std::nullopt;
    form[threshold_at] = threshold;
    if (!std::ranges::equal(expression, form)) return std::nullopt;
    return threshold - DW_OP_lit0;
}

// A signal frame restores everything from the ucontext: rsp, rip and rbp at their places in it.
Rule signal_rule(const FrameRow& row) {
    if (row.cfa != FrameRow::Cfa::expression) return {};
    const std::optional<int64_t> sp = register_offset(row.cfa_expression, dwarf_rsp, true);
    const std::optional<int32_t> offset = sp ? small(*sp) : std::nullopt;
    if (!offset) return {};
    const int64_t ucontext = *offset - ucontext_rsp;
    if (saved_beside(row.rip, dwarf_rsp) != ucontext + ucontext_rip) return {};
    if (saved_beside(row.rbp, dwarf_rsp) != ucontext + ucontext_rbp) return {};
    return {Rule::Kind::signal, *offset - int32_t{ucontext_rsp}, {}};
}

Rule make_rule(Rule::Kind kind, std::optional<int64_t> cfa_offset) {
    const std::optional<int32_t> offset = cfa_offset ? small(*cfa_offset) : std::nullopt;
    return offset ? Rule{kind, *offset, {}} : Rule{};
}

// Kind and CFA offset only.
Rule cfa_rule(const FrameRow& row) {
    if (row.cfa == FrameRow::Cfa::register_offset) {
        if (row.cfa_register == dwarf_rsp) return make_rule(Rule::Kind::sp, row.cfa_offset);
        if (row.cfa_register == dwarf_rbp) return make_rule(Rule::Kind::fp, row.cfa_offset);
    }
    if (row.cfa == FrameRow::Cfa::expression) {
        if (const auto offset = register_offset(row.cfa_expression, dwarf_rbp, true)) {
            return make_rule(Rule::Kind::fp_saved_sp, offset);
        }
        return make_rule(Rule::Kind::plt, plt_threshold(row.cfa_expression));
    }
    return {};
}

Rule call_rule(const FrameRow& row) {
    if (row.rip.how != How::at_cfa || row.rip.offset != -8) return {};
    Rule rule = cfa_rule(row);
    if (row.rbp.how == How::unchanged || row.rbp.how == How::undefined) return rule;

    std::optional<int64_t> offset;
    if (rule.kind == Rule::Kind::fp_saved_sp) {
        offset = saved_beside(row.rbp, dwarf_rbp);
    } else if (row.rbp.how == How::at_cfa) {
        offset = row.rbp.offset;
    }
    if (!offset) return {};
    rule.fp_offset = small(*offset);
    return rule.fp_offset ? rule : Rule{};
}

}  // namespace

Rule frame_rule(const FrameTable& table, uint64_t address) {
    const FrameDescription* const description = table.find(address);
    if (!description) return {};
    const FrameFamily& family = table.family(*description);
    if (family.return_address_register != dwarf_rip) return {};
    const std::optional<FrameRow> row = frame_row(family, *description, address);
    if (!row) return {};
    if (family.signal) return signal_rule(*row);
    if (row->rip.how == How::undefined) return {Rule::Kind::end, 0, {}};
    return call_rule(*row);
}

}  // namespace hotlock::symbols
