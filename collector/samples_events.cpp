#include "collector/samples_events.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "collector/perf_sample.h"
#include "collector/sideband.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr uint64_t second_ns = 1'000'000'000;

perf_event_attr tick_attr(uint32_t frequency, bool with_stack) {
    perf_event_attr attr{};
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_SOFTWARE;
    attr.config = PERF_COUNT_SW_CPU_CLOCK;
    attr.sample_period = second_ns / frequency;
    attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
                       PERF_SAMPLE_PERIOD | PERF_SAMPLE_REGS_USER;
    attr.sample_regs_user = sampled_registers;
    if (with_stack) {
        attr.sample_type |= PERF_SAMPLE_STACK_USER;
        attr.sample_stack_user = stack_bytes;
    }
    attr.disabled = 1;
    attr.exclude_idle = 1;
    attr.exclude_hv = 1;
    attr.use_clockid = 1;
    attr.clockid = CLOCK_MONOTONIC;
    return attr;
}

UniqueFd open_event(perf_event_attr& attr, pid_t pid, int cpu) {
    return UniqueFd(static_cast<int>(
        ::syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC)));
}

bool refused() {
    return errno == EACCES || errno == EPERM;
}

// Whose ticks, and whether also those that meet it in the kernel.
struct Scope {
    pid_t pid = -1;  // -1: all processes
    bool kernel = true;
};

// False when the kernel does not allow this scope.
bool open_all(const Scope& scope, uint32_t frequency, bool with_stack,
              std::vector<UniqueFd>& events) {
    perf_event_attr attr = tick_attr(frequency, with_stack);
    attr.exclude_kernel = scope.kernel ? 0 : 1;
    attr.inherit = scope.pid == -1 ? 0 : 1;
    for (const int cpu : online_cpus()) {
        UniqueFd event = open_event(attr, scope.pid, cpu);
        if (!event && errno == ENODEV) continue;  // went offline meanwhile
        if (!event && refused()) return false;
        if (!event)
            throw Error(fmt::format("cannot open a CPU clock: {}", std::strerror(errno)),
                        "raise the limit of open files (ulimit -n)");
        events.push_back(std::move(event));
    }
    return true;
}

}  // namespace

SampleFds open_samples(const Target& target, uint32_t frequency) {
    for (const Scope& scope :
         {Scope{-1, true}, Scope{target.pid, true}, Scope{target.pid, false}}) {
        SampleFds fds;
        fds.tick_period_ns = second_ns / frequency;
        fds.stack_period_ns = second_ns / stack_frequency;
        fds.kernel = scope.kernel;
        if (open_all(scope, frequency, false, fds.ticks) &&
            open_all(scope, stack_frequency, true, fds.stacks))
            return fds;
    }
    throw Error(fmt::format("cannot open a CPU clock: {}", std::strerror(EACCES)),
                "set /proc/sys/kernel/perf_event_paranoid to 2 or less, or run `sudo hotlock ...`");
}

}  // namespace hotlock::collector
