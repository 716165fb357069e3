#include "collector/perf_sample.h"

#include <linux/perf_event.h>

#include <algorithm>

#include "collector/perf_fields.h"

namespace hotlock::collector {

namespace {

// Hardware numbers of the registers in the order of PERF_REG_X86_AX .. _SP.
constexpr std::array<size_t, 8> hardware_number{0, 3, 1, 2, 6, 7, 5, 4};

void take_registers(PerfFields& fields, PerfSample& sample) {
    sample.has_registers = fields.take<uint64_t>() != PERF_SAMPLE_REGS_ABI_NONE;
    if (!sample.has_registers) return;  // then none follow
    for (const size_t number : hardware_number)
        sample.general.at(number) = fields.take<uint64_t>();
    sample.ip = fields.take<uint64_t>();
    sample.flags = fields.take<uint64_t>();
    for (size_t number = 8; number < sample.general.size(); number++)
        sample.general.at(number) = fields.take<uint64_t>();
}

// The dump, then how much of it was really read; nothing follows a dump of size 0.
void take_stack(PerfFields& fields, PerfSample& sample) {
    const auto size = fields.take<uint64_t>();
    if (size == 0) return;
    const std::span<const char> dump = fields.bytes(size);
    const auto read = fields.take<uint64_t>();
    sample.stack = dump.first(std::min<size_t>(read, dump.size()));
}

}  // namespace

std::optional<PerfSample> parse_sample(std::span<const char> record, bool with_stack) {
    PerfFields fields(record);
    const auto header = fields.take<perf_event_header>();
    PerfSample sample;
    sample.kernel = (header.misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
    fields.take<uint64_t>();  // ip at the tick: with user registers it tells nothing more
    sample.pid = fields.take<uint32_t>();
    sample.tid = fields.take<uint32_t>();
    sample.time = fields.take<uint64_t>();
    sample.cpu = fields.take<uint32_t>();
    fields.take<uint32_t>();
    sample.period = fields.take<uint64_t>();
    take_registers(fields, sample);
    if (with_stack) take_stack(fields, sample);
    if (fields.overrun()) return std::nullopt;
    return sample;
}

}  // namespace hotlock::collector
