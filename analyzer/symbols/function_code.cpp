// Reads a function from end to end: compilers put no data between its instructions.
#include "analyzer/symbols/function_code.h"

#include <algorithm>
#include <span>

namespace hotlock::symbols {
namespace {

constexpr size_t max_instructions = 50'000;

bool jumps(const decode::Instruction& instruction) {
    return instruction.flow == decode::Flow::jump || instruction.flow == decode::Flow::branch;
}

}  // namespace

FunctionCode::FunctionCode(const decode::InstructionReader& reader,
                           const std::vector<CodeBytes>& parts, uint64_t entry)
    : entry_(entry) {
    for (const CodeBytes& part : parts) {
        if (read(reader, part)) continue;
        code_.clear();
        return;
    }
    std::ranges::sort(code_, {}, &decode::Instruction::address);
    link();
}

bool FunctionCode::read(const decode::InstructionReader& reader, const CodeBytes& part) {
    std::span<const uint8_t> rest = part.bytes;
    while (!rest.empty()) {
        const uint64_t address = part.address + (part.bytes.size() - rest.size());
        const auto instruction = reader.read(rest, address);
        if (!instruction || code_.size() == max_instructions) return false;
        code_.push_back(*instruction);
        rest = rest.subspan(std::min<size_t>(instruction->size, rest.size()));
    }
    return true;
}

std::optional<size_t> FunctionCode::find(uint64_t address) const {
    const auto found = std::ranges::lower_bound(code_, address, {}, &decode::Instruction::address);
    if (found == code_.end() || found->address != address) return std::nullopt;
    return static_cast<size_t>(found - code_.begin());
}

void FunctionCode::link() {
    before_.resize(code_.size());
    all_jumps_known_ = true;
    for (size_t i = 0; i < code_.size(); ++i) {
        const decode::Instruction& instruction = code_[i];
        if (decode::falls_through(instruction) && i + 1 < code_.size() &&
            code_[i + 1].address == decode::end_of(instruction)) {
            before_[i + 1].push_back(i);
        }
        if (!jumps(instruction)) continue;
        if (instruction.target)
            link_jump(i, *instruction.target);
        else
            all_jumps_known_ = false;
    }
}

// Out of the function; or into it, which must be to the start of an instruction.
void FunctionCode::link_jump(size_t from, uint64_t target) {
    const auto after = std::ranges::upper_bound(code_, target, {}, &decode::Instruction::address);
    if (after == code_.begin()) return;
    const auto to = std::prev(after);
    if (to->address == target)
        before_[static_cast<size_t>(to - code_.begin())].push_back(from);
    else if (target < decode::end_of(*to))
        all_jumps_known_ = false;
}

const std::vector<size_t>* FunctionCode::before(size_t number) const {
    if (!all_jumps_known_ || code_[number].address == entry_ || before_[number].empty())
        return nullptr;
    return &before_[number];
}

}  // namespace hotlock::symbols
