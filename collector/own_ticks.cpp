#include "collector/own_ticks.h"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "collector/perf_events.h"
#include "collector/perf_sample.h"
#include "collector/samples_events.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr size_t ring_pages = 32;  // 16 would hold what a calibration takes

UniqueFd open_own(uint32_t frequency) {
    perf_event_attr attr = tick_attr(frequency, false);
    attr.exclude_kernel = 1;
    UniqueFd event = open_event(attr, 0, -1);
    if (!event)
        throw Error(fmt::format("cannot open a CPU clock: {}", std::strerror(errno)),
                    "set /proc/sys/kernel/perf_event_paranoid to 2 or less, or use sudo");
    return event;
}

}  // namespace

OwnTicks::OwnTicks(uint32_t frequency)
    : event_(open_own(frequency)), ring_(event_.get(), ring_pages) {}

void OwnTicks::start() {
    ::ioctl(event_.get(), PERF_EVENT_IOC_ENABLE, 0);
}

std::vector<OwnTick> OwnTicks::stop() {
    ::ioctl(event_.get(), PERF_EVENT_IOC_DISABLE, 0);
    std::vector<OwnTick> ticks;
    ring_.drain([&ticks](const perf_event_header& header, std::span<const char> bytes) {
        if (header.type != PERF_RECORD_SAMPLE) return;
        const std::optional<PerfSample> sample = parse_sample(bytes, false);
        if (sample && sample->has_registers) ticks.push_back({sample->time, sample->ip});
    });
    return ticks;
}

std::vector<OwnTick> accompanied(std::span<const OwnTick> ticks, std::span<const OwnTick> partner,
                                 uint64_t window_ns) {
    std::vector<OwnTick> kept;
    for (const OwnTick& tick : ticks) {
        const auto next =
            std::lower_bound(partner.begin(), partner.end(), tick.time,
                             [](const OwnTick& other, uint64_t time) { return other.time < time; });
        if (next == partner.begin() || next == partner.end()) continue;
        const uint64_t before = tick.time - std::prev(next)->time;
        if (before <= window_ns && next->time - tick.time <= window_ns) kept.push_back(tick);
    }
    return kept;
}

}  // namespace hotlock::collector
