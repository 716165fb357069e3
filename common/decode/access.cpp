// Address arithmetic.
#include "common/decode/access.h"

namespace hotlock::decode {
namespace {

constexpr uint64_t line_size = 64;
constexpr uint64_t lowest_address = uint64_t{64} << 10;
constexpr uint64_t end_of_addresses = uint64_t{1} << 56;

RegisterMask bit(std::optional<uint8_t> number) {
    return number ? static_cast<RegisterMask>(1U << (*number % 16)) : RegisterMask{0};
}

uint64_t value(const Registers& registers, std::optional<uint8_t> number) {
    return number ? registers.general[*number % 16] : 0;
}

std::optional<uint64_t> segment_base(const Registers& registers, Segment segment) {
    switch (segment) {
        case Segment::fs:
            return registers.fs_base;
        case Segment::gs:
            return registers.gs_base;
        case Segment::none:
            break;
    }
    return 0;
}

uint64_t offset_in_segment(const Operand& operand, const Registers& registers) {
    const uint64_t sum = value(registers, operand.base) +
                         value(registers, operand.index) * operand.scale + operand.displacement;
    return operand.wraps_at_4g ? sum & UINT32_MAX : sum;
}

}  // namespace

RegisterMask registers_of(const Operand& operand) {
    return bit(operand.base) | bit(operand.index);
}

std::optional<Access> access_of(const Site& site, const Registers& registers) {
    if (site.outcome != Outcome::resolved) return std::nullopt;
    const Operand& operand = site.operand;
    const std::optional<uint64_t> segment = segment_base(registers, operand.segment);
    if (!segment) return std::nullopt;
    const uint64_t address = *segment + offset_in_segment(operand, registers);
    const bool straddles = address % line_size + operand.size > line_size;
    return Access{site.instruction, address, operand.size, operand.kind, straddles};
}

bool is_possible(const Access& access) {
    return access.address >= lowest_address && access.address < end_of_addresses &&
           end_of_addresses - access.address >= access.size;
}

}  // namespace hotlock::decode
