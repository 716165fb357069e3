#include "collector/sleeps_loader.h"

#include <bpf/libbpf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "bpf/abi.h"
#include "bpf/sleeps.skel.h"
#include "bpf/threads.h"
#include "collector/mapped_area.h"
#include "collector/procfs.h"
#include "common/base/error.h"

namespace hotlock::collector {

namespace {

struct DestroySkeleton {
    void operator()(sleeps_bpf* skeleton) const { sleeps_bpf__destroy(skeleton); }
};
using Skeleton = std::unique_ptr<sleeps_bpf, DestroySkeleton>;

// libbpf's own messages are for us, not for users: HOTLOCK_DEBUG=1 shows them.
int print_debug(libbpf_print_level, const char* format, va_list arguments) {
    if (std::getenv("HOTLOCK_DEBUG") == nullptr) return 0;
    return std::vfprintf(stderr, format, arguments);
}

[[noreturn]] void refuse(const char* step, int error) {
    const bool rights = error == EPERM || error == EACCES;
    throw Error(fmt::format("cannot {} the sleeps probe: {}", step, std::strerror(error)),
                rights ? "BPF needs CAP_BPF and CAP_PERFMON: run `sudo hotlock record ...`; "
                         "`hotlock doctor` tells what is missing"
                       : "the probe needs Linux 5.18 or newer with BTF (CONFIG_DEBUG_INFO_BTF); "
                         "`hotlock doctor` tells what is missing");
}

UniqueFd own_copy(int fd) {
    UniqueFd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
    if (!copy) refuse("hand over", errno);
    return copy;
}

Skeleton load() {
    libbpf_set_print(print_debug);
    Skeleton skeleton(sleeps_bpf__open());
    if (!skeleton) refuse("open", errno);
    bpf_map__set_max_entries(skeleton->maps.logs, static_cast<__u32>(libbpf_num_possible_cpus()));
    if (libbpf_find_vmlinux_btf_id("local_timer_entry", BPF_TRACE_RAW_TP) < 0)
        bpf_program__set_autoload(skeleton->progs.on_timer, false);  // goes without
    if (const int error = sleeps_bpf__load(skeleton.get()); error != 0) refuse("load", -error);
    return skeleton;
}

constexpr __u32 kFirstSpace = 1;

// Adds the threads of the target. Threads that these start are added by the probe, which is
// attached already; one that an unknown thread starts meanwhile is found by looking again.
void watch_threads(int threads_fd, pid_t target) {
    const MappedArea area(threads_fd, sizeof(hl_threads), "the table of threads");
    auto* threads = static_cast<hl_threads*>(area.data());
    bool complete = false;
    while (!complete) {
        complete = true;
        for (const pid_t thread : threads_of(target)) {
            const auto tid = static_cast<__u32>(thread);
            if (hl_find_thread(threads, tid) != nullptr) continue;
            if (hl_add_thread(threads, tid, kFirstSpace) != 0) complete = false;
        }
    }
}

}  // namespace

SleepsFds load_sleeps(pid_t target) {
    Skeleton skeleton = load();

    const __u32 zero = 0;
    hl_control control{};
    control.last_space = kFirstSpace;
    const auto& maps = skeleton->maps;
    if (bpf_map__update_elem(maps.control, &zero, sizeof zero, &control, sizeof control, 0) != 0)
        refuse("set up", errno);
    if (const int error = sleeps_bpf__attach(skeleton.get()); error != 0) refuse("attach", -error);
    watch_threads(bpf_map__fd(maps.threads), target);

    SleepsFds fds;
    fds.ring = own_copy(bpf_map__fd(maps.ring));
    fds.logs = own_copy(bpf_map__fd(maps.logs));
    fds.rules = own_copy(bpf_map__fd(maps.rules));
    fds.control = own_copy(bpf_map__fd(maps.control));
    for (int i = 0; i < skeleton->skeleton->prog_cnt; i++)
        if (const bpf_link* link = *skeleton->skeleton->progs[i].link; link != nullptr)
            fds.links.push_back(own_copy(bpf_link__fd(link)));
    return fds;
}

std::string sleeps_obstacle() {
    try {
        load();
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace hotlock::collector
