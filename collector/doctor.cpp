#include "collector/doctor.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "collector/perf_events.h"
#include "collector/samples_events.h"
#include "collector/sideband.h"
#include "collector/sleeps_loader.h"
#include "common/base/error.h"
#include "common/base/unique_fd.h"

namespace hotlock::collector {

namespace {

std::string first_line(const char* path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

Capability sleeps_probe() {
    const std::string obstacle = sleeps_obstacle();
    if (obstacle.empty())
        return {"sleeps probe", "ok", "BPF programs load: waits for locks can be recorded", ""};
    return {"sleeps probe", "missing", obstacle,
            ::geteuid() == 0 ? "a container or the kernel refuses BPF: allow CAP_BPF and "
                               "CAP_PERFMON, and bpf() in its seccomp profile"
                             : "run it through sudo: sudo hotlock doctor"};
}

Capability side_band() {
    try {
        open_sideband({::getpid(), false});
        return {"perf side band", "ok", "mappings and thread names can be followed", ""};
    } catch (const Error& error) {
        return {"perf side band", "missing", error.what(), error.hint()};
    }
}

Capability samples_probe() {
    try {
        if (open_samples({::getpid(), false}, default_frequency).kernel)
            return {"samples probe", "ok", "CPU time and cache lines can be sampled", ""};
        return {"samples probe", "limited", "ticks inside the kernel are not seen",
                "lower /proc/sys/kernel/perf_event_paranoid, or use sudo"};
    } catch (const Error& error) {
        return {"samples probe", "missing", error.what(), error.hint()};
    }
}

}  // namespace

Capability calibration_row(const Calibration& calibration) {
    const LineTier tier = judge(calibration);
    const std::string name = "calibration of samples";
    if (!tier.expected_share)
        return {name, "limited", "not calibrated: " + tier.reason,
                "lines are told all the same; give hotlock two CPUs that are less busy"};
    if (!tier.on)
        return {name, "limited", "cache lines are off: " + tier.reason,
                "`hotlock doctor` measures anew; CPU time and locks are not concerned"};
    return {name, "ok",
            fmt::format("{:.2f} of ticks find the instruction that stalls: cache lines can be told",
                        *tier.expected_share),
            ""};
}

namespace {

Capability hardware_counters() {
    perf_event_attr attr{};
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_HARDWARE;
    attr.config = PERF_COUNT_HW_CPU_CYCLES;
    attr.exclude_kernel = 1;
    if (open_event(attr, 0, -1)) return {"hardware PMU", "ok", "cycles can be counted", ""};
    if (errno == EACCES || errno == EPERM)
        return {"hardware PMU", "limited", "perf_event_open is not permitted",
                "lower /proc/sys/kernel/perf_event_paranoid, or use sudo"};
    return {"hardware PMU", "info", "none here (usual in a virtual machine); nothing depends on it",
            ""};
}

Capability kernel() {
    utsname name{};
    ::uname(&name);
    return {"kernel", "info", fmt::format("Linux {} on {}", name.release, name.machine), ""};
}

Capability type_information() {
    if (::access("/sys/kernel/btf/vmlinux", R_OK) == 0)
        return {"kernel BTF", "ok", "/sys/kernel/btf/vmlinux", ""};
    return {"kernel BTF", "missing", "/sys/kernel/btf/vmlinux is not there",
            "use a kernel with CONFIG_DEBUG_INFO_BTF"};
}

Capability setting(const char* name, const char* path, const char* absent) {
    const std::string value = first_line(path);
    return {name, "info", value.empty() ? absent : value, ""};
}

Capability rights() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("CapEff:"))
            return {"rights", "info",
                    fmt::format("user id {}, effective capabilities {}", ::geteuid(),
                                line.substr(line.find_first_not_of("\t ", 7))),
                    ""};
    return {"rights", "info", fmt::format("user id {}", ::geteuid()), ""};
}

}  // namespace

std::vector<Capability> examine_machine(const Calibration& calibration) {
    return {sleeps_probe(),
            samples_probe(),
            calibration_row(calibration),
            side_band(),
            hardware_counters(),
            type_information(),
            kernel(),
            rights(),
            setting("perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid", "not there"),
            setting("unprivileged_bpf_disabled", "/proc/sys/kernel/unprivileged_bpf_disabled",
                    "not there"),
            setting("kernel lockdown", "/sys/kernel/security/lockdown", "not reported")};
}

}  // namespace hotlock::collector
