#include "collector/perf_events.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>

namespace hotlock::collector {

UniqueFd open_event(perf_event_attr attr, pid_t pid, int cpu) {
    return UniqueFd(static_cast<int>(
        ::syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC)));
}

std::optional<std::vector<UniqueFd>> open_per_cpu(perf_event_attr attr, pid_t pid) {
    attr.inherit = pid == -1 ? 0 : 1;
    std::vector<UniqueFd> events;
    for (const int cpu : online_cpus()) {
        UniqueFd event = open_event(attr, pid, cpu);
        if (!event && errno == ENODEV) continue;  // went offline meanwhile
        if (!event) return std::nullopt;
        events.push_back(std::move(event));
    }
    return events;
}

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

}  // namespace hotlock::collector
