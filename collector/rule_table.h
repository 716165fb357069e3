// Writes unwind rules into the table that the kernel side walks by (bpf/abi.h, struct hl_rules).
#pragma once

#include <cstdint>

#include "common/unwind/rule.h"

struct hl_rules;

namespace hotlock::collector {

class RuleTable {
  public:
    explicit RuleTable(hl_rules* rules) : rules_(rules) {}

    // Teaches the rule of one code address of one address space. Rules that the kernel side cannot
    // follow (PLT, signal frames) are left out: such stacks keep arriving as slices.
    void learn(uint64_t ip, uint32_t space, const unwind::Rule& rule);

    uint64_t learned() const { return learned_; }
    uint64_t dropped() const { return dropped_; }  // no slot left nearby

  private:
    hl_rules* rules_;
    uint64_t learned_ = 0;
    uint64_t dropped_ = 0;
};

}  // namespace hotlock::collector
