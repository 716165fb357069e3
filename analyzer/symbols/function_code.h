// The instructions of a function, and from where each of them is reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/decode/instruction.h"

namespace hotlock::symbols {

// Code of a function in one piece.
struct CodeBytes {
    uint64_t address = 0;
    std::vector<uint8_t> bytes;
};

class FunctionCode {
  public:
    FunctionCode() = default;  // knows nothing
    // `entry`: where callers jump to.
    FunctionCode(const decode::InstructionReader& reader, const std::vector<CodeBytes>& parts,
                 uint64_t entry);

    // Its number; nothing when none starts there.
    std::optional<size_t> find(uint64_t address) const;
    const decode::Instruction& at(size_t number) const { return code_[number]; }

    // All instructions of the function behind which this one may be executed. Nothing when there
    // may be others: the entry, landing pads, and anything in a function with indirect jumps.
    const std::vector<size_t>* before(size_t number) const;

  private:
    bool read(const decode::InstructionReader& reader, const CodeBytes& part);
    void link();
    void link_jump(size_t from, uint64_t target);

    std::vector<decode::Instruction> code_;  // by address
    std::vector<std::vector<size_t>> before_;
    uint64_t entry_ = 0;
    bool all_jumps_known_ = false;
};

}  // namespace hotlock::symbols
