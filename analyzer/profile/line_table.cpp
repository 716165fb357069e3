#include "analyzer/profile/line_table.h"

#include <algorithm>

namespace hotlock::profiling {

namespace {

constexpr uint32_t longest_operand = 64;    // AVX-512
constexpr uint32_t size_unknown_means = 8;  // for what depends on the machine's state

AccessKind kind_of(uint32_t recorded) {
    switch (recorded) {
        case recording::write_access:
            return AccessKind::write;
        case recording::update_access:
            return AccessKind::update;
        case recording::atomic_access:
            return AccessKind::atomic;
        default:
            return AccessKind::read;
    }
}

}  // namespace

void LineTable::add(const recording::Sample& sample, ThreadId thread) {
    LineAccess access;
    access.time = sample.time;
    access.instruction = sample.instruction;
    access.thread = thread;
    access.cpu = sample.cpu;
    access.weight_ns = static_cast<uint32_t>(std::min<uint64_t>(sample.weight_ns, UINT32_MAX));
    access.kind = kind_of(sample.access);
    uint32_t left = std::min(sample.size == 0 ? size_unknown_means : sample.size, longest_operand);
    for (uint64_t address = sample.address; left > 0;) {
        access.offset = static_cast<uint8_t>(address % line_bytes);
        access.size = static_cast<uint8_t>(std::min(left, line_bytes - access.offset));
        lines_[{sample.pid, address / line_bytes}].push_back(access);
        address += access.size;
        left -= access.size;
    }
}

}  // namespace hotlock::profiling
