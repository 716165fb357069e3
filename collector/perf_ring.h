// Consumer of one perf event's ring buffer (linux/perf_event.h, struct perf_event_mmap_page).
#pragma once

#include <linux/perf_event.h>

#include <functional>
#include <span>
#include <vector>

#include "collector/mapped_area.h"

namespace hotlock::collector {

class PerfRing {
  public:
    // `pages` of data, a power of two. The event must outlive the ring. Throws Error.
    PerfRing(int event, size_t pages);

    // One record, header included; valid during the call only.
    using OnRecord = std::function<void(const perf_event_header&, std::span<const char>)>;
    void drain(const OnRecord& on_record);

  private:
    MappedArea area_;
    size_t data_bytes_ = 0;
    std::vector<char> record_;
};

}  // namespace hotlock::collector
