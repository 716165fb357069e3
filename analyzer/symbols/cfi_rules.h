// Unwind rules of one file, from its .eh_frame or .debug_frame.
#pragma once

#include <cstdint>
#include <utility>

#include "analyzer/symbols/handles.h"
#include "common/unwind/rule.h"

namespace hotlock::symbols {

class CfiRules {
  public:
    // The source must outlive the rules. Empty when it has no such section.
    static CfiRules of_eh_frame(Elf* elf);
    static CfiRules of_debug_frame(Dwarf* dwarf);  // may be null

    bool empty() const { return cfi_ == nullptr; }

    unwind::Rule rule(uint64_t address);

    // Some function's frame description covers the address, whether it is understood or not.
    bool covers(uint64_t address) { return frame(address) != nullptr; }

  private:
    CfiRules(CfiHandle owned, Dwarf_CFI* cfi) : owned_(std::move(owned)), cfi_(cfi) {}
    FrameHandle frame(uint64_t address);

    CfiHandle owned_;  // of .eh_frame; that of .debug_frame belongs to its Dwarf
    Dwarf_CFI* cfi_ = nullptr;
};

}  // namespace hotlock::symbols
