#include "collector/rule_table.h"

#include <cstdint>
#include <limits>
#include <optional>

#include "bpf/abi.h"

namespace hotlock::collector {

namespace {

// The kernel side's form of a rule; nothing when it has none.
std::optional<hl_rule> translate(const unwind::Rule& rule) {
    using Kind = unwind::Rule::Kind;
    hl_rule out{};
    const int32_t fp_offset = rule.fp_offset.value_or(0);
    if (fp_offset < std::numeric_limits<int16_t>::min() || fp_offset > 0) return std::nullopt;
    out.cfa_offset = rule.cfa_offset;
    out.fp_offset = static_cast<int16_t>(fp_offset);
    switch (rule.kind) {
        case Kind::sp:
            out.rule = HL_RULE_SP;
            return out;
        case Kind::fp:
            out.rule = HL_RULE_FP;
            return out;
        case Kind::fp_saved_sp:
            if (rule.fp_offset != 0) return std::nullopt;
            out.rule = HL_RULE_FP_SAVED_SP;
            return out;
        case Kind::end:
            out.rule = HL_RULE_END;
            return out;
        case Kind::unknown:
            out.rule = HL_RULE_GUESS;
            return out;
        case Kind::plt:
        case Kind::signal:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

void RuleTable::learn(uint64_t ip, uint32_t space, const unwind::Rule& rule) {
    const std::optional<hl_rule> translated = translate(rule);
    if (!translated || space == 0) return;
    const uint64_t key = hl_rule_key(ip, space);
    const uint32_t first = hl_rule_slot(key);
    for (uint32_t i = 0; i < HL_RULE_PROBES; i++) {
        hl_rule& slot = rules_->slot[(first + i) & (HL_RULE_SLOTS - 1)];
        if (slot.key == key) return;
        if (slot.key != 0) continue;
        slot.cfa_offset = translated->cfa_offset;
        slot.fp_offset = translated->fp_offset;
        slot.rule = translated->rule;
        __atomic_store_n(&slot.key, key, __ATOMIC_RELEASE);  // readers see a whole rule
        learned_++;
        return;
    }
    dropped_++;
}

}  // namespace hotlock::collector
