// Follows a block forward and backward.
#include "common/decode/block.h"

#include <algorithm>

namespace hotlock::decode {
namespace {

constexpr size_t max_block = 16;

// One place and size; how it is accessed does not matter.
bool same_place(const Operand& a, Operand b) {
    b.kind = a.kind;
    return a == b;
}

bool stores(const Instruction& instruction) {
    return instruction.operand && !instruction.stack &&
           instruction.operand->kind != AccessKind::read;
}

bool is_entered(const Stream& stream, uint64_t after, uint64_t upto) {
    return std::ranges::any_of(stream, [&](const Instruction& jump) {
        return jump.target && *jump.target > after && *jump.target <= upto;
    });
}

}  // namespace

bool stores_back(const Stream& stream, size_t place) {
    const Instruction& load = stream[place];
    if (!load.operand || load.stack || load.operand->kind != AccessKind::read) return false;
    const RegisterMask address = registers_of(*load.operand);
    if ((address & load.written) != 0 || load.flow != Flow::next) return false;

    const size_t end = std::min(stream.size(), place + 1 + max_block);
    for (size_t next = place + 1; next < end; ++next) {
        const Instruction& instruction = stream[next];
        if (instruction.address != end_of(stream[next - 1])) return false;
        const bool moved = (instruction.moved & address) != 0;
        if (stores(instruction) && !moved && same_place(*instruction.operand, *load.operand))
            return true;
        if ((instruction.written & address) != 0 || instruction.flow != Flow::next) return false;
    }
    return false;
}

std::optional<uint32_t> system_call_number(const Stream& stream, size_t place) {
    for (size_t steps = 0; steps < max_block && place > 0; ++steps) {
        const Instruction& instruction = stream[place - 1];
        if (end_of(instruction) != stream[place].address) return std::nullopt;
        if (instruction.flow != Flow::next) return std::nullopt;
        if (instruction.sets_number) {
            const uint64_t call = stream[place + steps].address;
            const bool entered = is_entered(stream, instruction.address, call);
            return entered ? std::nullopt : instruction.number;
        }
        --place;
    }
    return std::nullopt;
}

}  // namespace hotlock::decode
