#include "collector/sideband.h"

#include <fmt/format.h>
#include <linux/perf_event.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "collector/perf_events.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

perf_event_attr side_band_attr() {
    perf_event_attr attr{};
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_SOFTWARE;
    attr.config = PERF_COUNT_SW_DUMMY;
    attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
    attr.sample_id_all = 1;
    attr.mmap = attr.mmap2 = attr.build_id = 1;
    attr.comm = attr.comm_exec = attr.task = 1;
    attr.exclude_kernel = 1;
    attr.use_clockid = 1;
    attr.clockid = CLOCK_MONOTONIC;
    return attr;
}

}  // namespace

std::vector<UniqueFd> open_sideband(const Target& target) {
    std::vector<pid_t> scopes{-1};
    if (!target.attached) scopes.push_back(target.pid);
    for (const pid_t pid : scopes)
        if (auto events = open_per_cpu(side_band_attr(), pid)) return *std::move(events);
    throw Error(fmt::format("cannot open a perf event: {}", std::strerror(errno)),
                "perf_event_open needs CAP_PERFMON or a lower "
                "/proc/sys/kernel/perf_event_paranoid: run `sudo hotlock record ...`");
}

}  // namespace hotlock::collector
