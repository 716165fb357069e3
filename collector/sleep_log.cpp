#include "collector/sleep_log.h"

#include <algorithm>

namespace hotlock::collector {

namespace {

void take_from(hl_log& log, uint32_t cpu, uint64_t time, std::vector<LoggedEntry>& taken) {
    const uint64_t head = __atomic_load_n(&log.head, __ATOMIC_ACQUIRE);
    uint64_t tail = log.tail;
    for (; tail != head; tail++) {
        const hl_entry& entry = log.slot[tail & (HL_LOG_SLOTS - 1)];
        if (entry.time > time) break;
        taken.push_back({entry, cpu});
    }
    __atomic_store_n(&log.tail, tail, __ATOMIC_RELEASE);
}

}  // namespace

std::vector<LoggedEntry> SleepLog::take_until(uint64_t time) {
    std::vector<LoggedEntry> taken;
    for (uint32_t cpu = 0; cpu < cpus_; cpu++)
        take_from(logs_[cpu], cpu, time, taken);
    std::stable_sort(taken.begin(), taken.end(), [](const LoggedEntry& a, const LoggedEntry& b) {
        return a.entry.time < b.entry.time;
    });
    return taken;
}

}  // namespace hotlock::collector
