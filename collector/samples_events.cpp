#include "collector/samples_events.h"

#include <fmt/format.h>
#include <linux/perf_event.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <utility>

#include "collector/perf_events.h"
#include "collector/perf_sample.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr uint64_t second_ns = 1'000'000'000;

// Whose ticks, and whether also those that meet it in the kernel.
struct Scope {
    pid_t pid = -1;  // -1: all processes
    bool kernel = true;
};

// Nothing when the kernel does not allow this scope.
std::optional<std::vector<UniqueFd>> open_ticks(const Scope& scope, uint32_t frequency,
                                                bool with_stack) {
    perf_event_attr attr = tick_attr(frequency, with_stack);
    attr.exclude_kernel = scope.kernel ? 0 : 1;
    auto events = open_per_cpu(attr, scope.pid);
    if (!events && errno != EACCES && errno != EPERM)
        throw Error(fmt::format("cannot open a CPU clock: {}", std::strerror(errno)),
                    "raise the limit of open files (ulimit -n)");
    return events;
}

}  // namespace

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

SampleFds open_samples(const Target& target, uint32_t frequency) {
    std::vector<Scope> scopes{{-1, true}};
    if (!target.attached) scopes.insert(scopes.end(), {{target.pid, true}, {target.pid, false}});
    for (const Scope& scope : scopes) {
        auto ticks = open_ticks(scope, frequency, false);
        auto stacks = open_ticks(scope, stack_frequency, true);
        if (ticks && stacks)
            return {*std::move(ticks), *std::move(stacks), second_ns / frequency,
                    second_ns / stack_frequency, scope.kernel};
    }
    throw Error(fmt::format("cannot open a CPU clock: {}", std::strerror(EACCES)),
                target.attached
                    ? "to attach, run `sudo hotlock record -p PID`"
                    : "set /proc/sys/kernel/perf_event_paranoid to 2 or less, or use sudo");
}

}  // namespace hotlock::collector
