// Places in the code where threads fight for the word of a lock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/tick_table.h"
#include "common/model/line.h"
#include "common/model/lock.h"

namespace hotlock::profiling {

// What a struggle says about its lock by itself.
struct LockGuess {
    LockKind kind = LockKind::mutex;
    WaitMode mode = WaitMode::exclusive;
    uint64_t address = 0;  // of the lock object
};

struct Struggle {
    uint32_t pid = 0;
    uint64_t address = 0;  // of the word
    ThreadTicks ticks;
    bool in_futex_call = false;  // else behind an access
    NamedStack stack;
    size_t leaf = 0;                // as in Classification
    std::optional<LockGuess> lock;  // nothing: a lock's code, but not which lock's word this is

    nanoseconds time() const;
};

// By process and address; of one word, those that know the lock first. Places that wait for work
// are not among them.
std::vector<Struggle> find_struggles(const TickTable& ticks, const std::vector<CacheLine>& bouncing,
                                     StackNamer& namer);

}  // namespace hotlock::profiling
