// Cells of waits, classified and gathered into locks and work waits.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/raw_stacks.h"
#include "analyzer/profile/threads.h"
#include "analyzer/profile/waits.h"
#include "common/model/lock.h"

namespace hotlock::profiling {

struct LockKey {
    uint32_t pid = 0;
    uint64_t address = 0;
    LockKind kind = LockKind::mutex;

    auto operator<=>(const LockKey&) const = default;
};

// A lock that has no name yet.
struct LockDraft {
    LockKey key;
    uint64_t last_time = 0;  // of a wait for it: the mappings of then tell where it lies
    WaitSums sums;
    nanoseconds longest{0};
    Histogram histogram;
    std::vector<LockSite> sites;      // most wait first
    std::vector<LockHolder> holders;  // most wakes first
    // Functions with a name -> wait; of a lock that nobody slept for -> churn.
    std::map<std::string, nanoseconds> acquirers;
    std::map<std::string, nanoseconds> callers;  // the same with unnamed callers as "module+0x1"
    std::map<std::string, nanoseconds> entries;  // functions entered, where the kind says little
    std::optional<nanoseconds> churn;            // as in Lock
};

// Adds the one who takes the lock on that stack to those that the draft knows. `leaf` as in
// Classification; `time`: what he waited, or fought for it.
void note_acquirer(LockDraft& draft, const NamedStack& stack, size_t leaf, nanoseconds time);

struct ThreadWaits {
    nanoseconds lock{0};
    nanoseconds work{0};
};

struct Gathered {
    std::vector<LockDraft> locks;      // most wait first
    std::vector<WorkWait> work_waits;  // most wait first
    std::map<ThreadId, ThreadWaits> threads;
    std::map<ThreadId, nanoseconds> churn;  // without samples: empty
    nanoseconds wait{0};                    // all of it
    uint64_t waits = 0;
    nanoseconds unnamed_wait{0};  // of sites whose direct caller has no function name
    uint64_t waits_without_stack = 0;
};

// Names the stacks of all cells and puts the kept part of them into `stacks`.
Gathered gather(const WaitTable& waits, const ThreadTable& threads, StackNamer& namer,
                StackTable& stacks);

}  // namespace hotlock::profiling
