#include "collector/cpu_pair.h"

#include <fmt/format.h>
#include <sched.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "common/base/error.h"

namespace hotlock::collector {

namespace {

constexpr int most_cpus = 8192;  // CONFIG_NR_CPUS of the largest x86-64 kernels

// As large as any kernel wants.
class CpuSet {
  public:
    CpuSet() { CPU_ZERO_S(bytes(), get()); }
    static size_t bytes() { return CPU_ALLOC_SIZE(most_cpus); }
    cpu_set_t* get() { return set_.get(); }

  private:
    struct Free {
        void operator()(cpu_set_t* set) const { CPU_FREE(set); }
    };
    std::unique_ptr<cpu_set_t, Free> set_{CPU_ALLOC(most_cpus)};
};

// The CPUs of a core have the same list; empty where the kernel tells none.
std::string core_of(int cpu, const std::string& root) {
    std::ifstream file(
        fmt::format("{}/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", root, cpu));
    std::string list;
    std::getline(file, list);
    return list;
}

}  // namespace

std::vector<int> allowed_cpus() {
    CpuSet set;
    std::vector<int> cpus;
    if (::sched_getaffinity(0, CpuSet::bytes(), set.get()) != 0) return cpus;
    for (int cpu = 0; cpu < most_cpus; cpu++)
        if (CPU_ISSET_S(cpu, CpuSet::bytes(), set.get())) cpus.push_back(cpu);
    return cpus;
}

std::optional<CpuPair> cpus_apart(const std::vector<int>& allowed, const std::string& root) {
    for (size_t i = 1; i < allowed.size(); i++) {
        const std::string core = core_of(allowed[i], root);
        if (core.empty() || core != core_of(allowed[0], root))
            return CpuPair{allowed[0], allowed[i]};
    }
    return std::nullopt;
}

void stay_on(int cpu) {
    CpuSet set;
    CPU_SET_S(cpu, CpuSet::bytes(), set.get());
    if (::sched_setaffinity(0, CpuSet::bytes(), set.get()) != 0)
        throw Error(fmt::format("cannot run on CPU {}: {}", cpu, std::strerror(errno)),
                    "allow hotlock two CPUs (taskset, cpusets)");
}

}  // namespace hotlock::collector
