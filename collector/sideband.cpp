#include "collector/sideband.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>

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

// `pid` -1: of all processes.
UniqueFd open_on_cpu(pid_t pid, int cpu) {
    perf_event_attr attr = side_band_attr();
    attr.inherit = pid == -1 ? 0 : 1;
    const long fd = ::syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
    return UniqueFd(static_cast<int>(fd));
}

// Nothing when the kernel does not allow it, errno tells.
std::optional<std::vector<UniqueFd>> open_all(pid_t pid) {
    std::vector<UniqueFd> events;
    for (const int cpu : online_cpus()) {
        UniqueFd event = open_on_cpu(pid, cpu);
        if (!event && errno == ENODEV) continue;  // went offline meanwhile
        if (!event) return std::nullopt;
        events.push_back(std::move(event));
    }
    return events;
}

}  // namespace

std::vector<int> online_cpus(const std::string& root) {
    std::ifstream file(root + "/sys/devices/system/cpu/online");
    std::vector<int> cpus;
    std::string range;
    while (std::getline(file, range, ',')) {
        int first = 0;
        int last = 0;
        const int parts = std::sscanf(range.c_str(), "%d-%d", &first, &last);
        if (parts < 1 || first < 0) break;
        if (parts == 1) last = first;
        for (int cpu = first; cpu <= last && cpu < 65536; cpu++)
            cpus.push_back(cpu);
    }
    if (cpus.empty())
        for (int cpu = 0; cpu < ::sysconf(_SC_NPROCESSORS_ONLN); cpu++)
            cpus.push_back(cpu);
    return cpus;
}

std::vector<UniqueFd> open_sideband(const Target& target) {
    for (const pid_t pid : {-1, target.pid})
        if (std::optional<std::vector<UniqueFd>> events = open_all(pid)) return *std::move(events);
    throw Error(fmt::format("cannot open a perf event: {}", std::strerror(errno)),
                "perf_event_open needs CAP_PERFMON or a lower "
                "/proc/sys/kernel/perf_event_paranoid: run `sudo hotlock record ...`");
}

}  // namespace hotlock::collector
