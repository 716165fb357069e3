#include "collector/perf_ring.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace hotlock::collector {

namespace {

size_t page_bytes() {
    return static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

// Copies `bytes` out of the ring from position `at`, which may wrap around its end.
void copy_out(const char* ring, size_t ring_bytes, uint64_t at, char* to, size_t bytes) {
    const size_t start = at & (ring_bytes - 1);
    const size_t first = std::min(bytes, ring_bytes - start);
    std::memcpy(to, ring + start, first);
    std::memcpy(to + first, ring, bytes - first);
}

}  // namespace

PerfRing::PerfRing(int event, size_t pages)
    : area_(event, (pages + 1) * page_bytes(), "a perf ring buffer"),
      data_bytes_(pages * page_bytes()) {}

void PerfRing::drain(const OnRecord& on_record) {
    auto* page = static_cast<perf_event_mmap_page*>(area_.data());
    const char* ring = static_cast<const char*>(area_.data()) + page_bytes();
    const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
    uint64_t tail = page->data_tail;
    while (head - tail >= sizeof(perf_event_header)) {
        perf_event_header header{};
        copy_out(ring, data_bytes_, tail, reinterpret_cast<char*>(&header), sizeof header);
        if (header.size < sizeof header || header.size > head - tail) break;
        record_.resize(header.size);
        copy_out(ring, data_bytes_, tail, record_.data(), header.size);
        on_record(header, record_);
        tail += header.size;
    }
    __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

}  // namespace hotlock::collector
