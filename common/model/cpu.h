// Where threads spent their time on CPUs, from samples of the CPU clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "common/base/ids.h"

namespace hotlock {

using std::chrono::nanoseconds;

struct CpuFunction {
    std::string symbol;  // function, else its place; of time in the kernel: who called it
    std::string module;  // path of its file; may be empty
    std::string build_id;
    bool kernel = false;
    uint64_t samples = 0;
    nanoseconds time{0};
    double share = 0;  // time / the run's thread time, 0..1
};

struct CpuStack {
    StackId stack;
    bool kernel = false;
    uint64_t samples = 0;
    nanoseconds time{0};
};

}  // namespace hotlock
