// Linear reading from the start of a function.
#include "common/decode/stream.h"

#include <algorithm>

namespace hotlock::decode {
namespace {

// With what vote() reads, below the 4096 that Decoder promises.
constexpr size_t max_swept = 3840;

bool agree(const Stream& a, const Stream& b, uint64_t address) {
    const std::optional<size_t> in_a = ending_at(a, address);
    const std::optional<size_t> in_b = ending_at(b, address);
    return in_a && in_b && a[*in_a].address == b[*in_b].address;
}

}  // namespace

Stream sweep(const InstructionReader& reader, const Code& code, size_t from, size_t to,
             size_t limit) {
    Stream stream;
    to = std::min(to, code.bytes.size());
    for (size_t at = from; at < to && limit > 0; --limit) {
        const auto instruction = reader.read(code.bytes.subspan(at, to - at), code.address + at);
        if (instruction) stream.push_back(*instruction);
        at += instruction ? instruction->size : 1;
    }
    return stream;
}

Stream stream_around(const InstructionReader& reader, const Code& code,
                     const std::optional<Bounds>& function, size_t at) {
    const uint64_t ip = code.address + at;
    if (!function || ip < function->start || ip >= function->end) return vote(reader, code, at);

    const bool start_known = function->start >= code.address;
    const size_t from = start_known ? function->start - code.address : 0;
    const size_t to = at + std::min(function->end - ip, code.bytes.size() - at);
    Stream swept = sweep(reader, code, from, to, max_swept);
    if (start_known && (from == at || ending_at(swept, ip))) return swept;
    Stream voted = vote(reader, code, at);
    return agree(swept, voted, ip) ? swept : voted;
}

std::optional<size_t> ending_at(const Stream& stream, uint64_t address) {
    const auto behind = std::ranges::lower_bound(stream, address, {}, &Instruction::address);
    if (behind == stream.begin() || end_of(behind[-1]) != address) return std::nullopt;
    return behind - stream.begin() - 1;
}

}  // namespace hotlock::decode
