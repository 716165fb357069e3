// Any bytes as code, with any bounds, ip and registers: every ip must have an outcome that holds
// together, without a byte outside of the code being read.
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "common/base/check.h"
#include "common/decode/decoder.h"

using namespace hotlock::decode;

namespace {

// In front of the code; distances are from its address.
struct Head {
    uint64_t code_address;
    int16_t function_start;
    int16_t function_end;
    int16_t ip;
    uint16_t flags;  // bit 0: bounds are known; 1, 2: bases of fs and gs are
    uint64_t registers;
};
static_assert(sizeof(Head) == 24);

Registers registers_at(uint64_t ip, const Head& head) {
    Registers registers{.ip = ip};
    for (size_t i = 0; i < registers.general.size(); ++i)
        registers.general[i] = head.registers * (2 * i + 1);
    if (head.flags & 2) registers.fs_base = head.registers;
    if (head.flags & 4) registers.gs_base = ~head.registers;
    return registers;
}

void check_site(const Site& site, const std::vector<uint8_t>& code, const Head& head) {
    const bool resolved = site.outcome == Outcome::resolved;
    CHECK(site.outcome <= Outcome::system_call);
    CHECK(site.instruction == 0 || site.instruction - head.code_address < code.size());
    CHECK(site.needed == (resolved ? registers_of(site.operand) : 0));
    CHECK(!site.system_call || site.outcome == Outcome::system_call);
    CHECK(!resolved || site.operand.computable);
}

void check_access(const Site& site, const Registers& registers) {
    const Segment segment = site.operand.segment;
    const bool known = (segment != Segment::fs || registers.fs_base) &&
                       (segment != Segment::gs || registers.gs_base);
    const std::optional<Access> access = access_of(site, registers);
    CHECK(access.has_value() == (site.outcome == Outcome::resolved && known));
    CHECK(!access || access->instruction == site.instruction);
}

void check_ip(const Decoder& decoder, const std::vector<uint8_t>& code, const Head& head,
              uint64_t ip) {
    std::optional<Bounds> function;
    if (head.flags & 1) {
        function = Bounds{head.code_address + static_cast<uint64_t>(int64_t{head.function_start}),
                          head.code_address + static_cast<uint64_t>(int64_t{head.function_end})};
    }
    const Site site = decoder.site(code, head.code_address, function, ip);
    check_site(site, code, head);
    check_access(site, registers_at(ip, head));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Head head{};
    if (size < sizeof head) return 0;
    std::memcpy(&head, data, sizeof head);
    const std::vector<uint8_t> code(data + sizeof head, data + size);
    const std::unique_ptr<Decoder> decoder = make_x86_decoder();
    const uint64_t ip = head.code_address + static_cast<uint64_t>(int64_t{head.ip});
    for (uint64_t distance = 0; distance < 16; ++distance)
        check_ip(*decoder, code, head, ip + distance);
    return 0;
}
