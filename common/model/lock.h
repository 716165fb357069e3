// Contended locks of a run: who waited, where, how long, and who let them go. A lock that nobody
// slept for is among them when it has churn.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/model/histogram.h"

namespace hotlock {

using std::chrono::nanoseconds;

enum class LockKind {
    mutex,     // pthread_mutex_t and what sits on it (std::mutex, gthreads)
    rwlock,    // pthread_rwlock_t
    spin,      // pthread_spinlock_t: threads never sleep for it
    internal,  // a lock inside libc that no API function names (tz, malloc, stdio)
    futex,     // a raw futex of another runtime; may not be a lock at all
};

enum class WaitMode { exclusive, read, write };

// One or more waits added up. queue + free = wait; waits whose waker was not seen put everything
// in queue.
struct WaitSums {
    uint64_t waits = 0;   // lock calls that slept
    uint64_t sleeps = 0;  // times that they slept
    nanoseconds wait{0};
    nanoseconds queue{0};  // asleep while nobody had woken it
    nanoseconds free{0};   // woken, not yet running

    void add(const WaitSums& other);
    bool operator==(const WaitSums&) const = default;
};

struct LockSite {
    StackId stack;  // leaf first: the lock function (or its innermost libc frame) and its callers
    WaitMode mode = WaitMode::exclusive;
    WaitSums sums;
};

// Where a lock was released to a sleeping waiter: the stack of the waking thread.
struct LockHolder {
    StackId stack;
    std::string thread;               // name of the thread
    std::string state = "releasing";  // seen when it woke a waiter
    uint64_t wakes = 0;
    nanoseconds woken_wait{0};         // wait time that those wakes ended
    std::optional<nanoseconds> blame;  // wait time charged by lock-state sampling; absent: off
    std::optional<nanoseconds> on_cpu;
    std::optional<nanoseconds> off_cpu;
};

struct Lock {
    LockId id;
    std::string name;  // best name known, never empty
    LockKind kind = LockKind::mutex;
    std::string module;              // path of the ELF file that holds the lock word; may be empty
    std::string build_id;            // of that file
    std::optional<uint64_t> offset;  // ELF virtual address in that file
    std::string symbol;              // data symbol (+ offset), demangled; empty: none
    uint64_t address = 0;            // in the run's address space; never compared between runs
    std::vector<std::string> acquirers;  // dominant acquiring functions, for matching; sorted
    double share = 0;                    // wait / the run's thread time, 0..1
    WaitSums sums;
    // CPU time of attempts that failed, of spinning, and of stalls of the lock functions on the
    // lock's words where they bounce between CPUs; absent: no samples.
    std::optional<nanoseconds> churn;
    nanoseconds wait_max{0};
    Histogram wait_hist;
    std::vector<LockSite> sites;      // most wait first
    std::vector<LockHolder> holders;  // most wakes first
};

// Threads waiting for work, not for a lock: condition variables, joins, semaphores, barriers.
struct WorkWait {
    std::string kind;  // "condition", "join", "semaphore", "barrier", "atomic", "futex"
    StackId stack;
    WaitSums sums;
};

const char* to_string(LockKind kind);
const char* to_string(WaitMode mode);

}  // namespace hotlock
