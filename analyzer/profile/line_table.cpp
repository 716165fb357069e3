#include "analyzer/profile/line_table.h"

#include <algorithm>

namespace hotlock::profiling {

namespace {

constexpr uint32_t longest_operand = 64;        // AVX-512
constexpr size_t most_virtual_accesses = 1024;  // different ones of a line
constexpr uint32_t size_unknown_means = 8;      // for what depends on the machine's state

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
    const uint32_t operand_size =
        std::min(sample.size == 0 ? size_unknown_means : sample.size, longest_operand);
    uint32_t left = operand_size;
    for (uint64_t address = sample.address; left > 0;) {
        const LineKey key{sample.pid, address / line_bytes};
        access.offset = static_cast<uint8_t>(address % line_bytes);
        access.size = static_cast<uint8_t>(std::min(left, line_bytes - access.offset));
        lines_[key].push_back(access);
        if (sample.vtable != 0) add_virtual(sample, key, access, operand_size);
        address += access.size;
        left -= access.size;
    }
}

void LineTable::add_virtual(const recording::Sample& sample, const LineKey& key,
                            const LineAccess& access, uint32_t operand_size) {
    const VirtualAccess seen{access.offset, access.size, operand_size, sample.vtable, sample.into};
    VirtualAccesses& known = virtual_accesses_[key];
    if (known.size() < most_virtual_accesses || known.contains(seen)) known[seen]++;
}

const LineTable::VirtualAccesses& LineTable::virtual_accesses(const LineKey& key) const {
    static const VirtualAccesses none;
    const auto known = virtual_accesses_.find(key);
    return known == virtual_accesses_.end() ? none : known->second;
}

}  // namespace hotlock::profiling
