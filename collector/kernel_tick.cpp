#include "collector/kernel_tick.h"

#include <algorithm>

namespace hotlock::collector {

PerfSample sample_of(const hl_tick& tick) {
    PerfSample sample;
    sample.kernel = tick.in_kernel != 0;
    sample.time = tick.time;
    sample.pid = tick.pid;
    sample.tid = tick.tid;
    sample.cpu = tick.cpu;
    sample.has_registers = true;
    sample.ip = tick.ip;
    sample.flags = tick.flags;
    std::ranges::copy(tick.general, sample.general.begin());
    return sample;
}

}  // namespace hotlock::collector
