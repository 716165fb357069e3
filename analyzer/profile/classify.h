// What a thread waited for: a lock of some kind and address, or work. Decided by the innermost
// known function on the stack and, where a stripped libc hides it, by how glibc uses futex calls.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "analyzer/profile/named_stack.h"
#include "analyzer/profile/waits.h"
#include "common/model/lock.h"

namespace hotlock::profiling {

struct LockUse {
    LockKind kind = LockKind::mutex;
    WaitMode mode = WaitMode::exclusive;
    uint64_t address = 0;  // of the lock object: the futex word may lie inside of it
    bool operator==(const LockUse&) const = default;
};

struct WorkUse {
    std::string_view kind;  // as in WorkWait
    bool operator==(const WorkUse&) const = default;
};

struct Classification {
    std::variant<LockUse, WorkUse> use;
    // The lock function's frame; the frames before it are inside. 0 for an empty stack.
    size_t leaf = 0;
    // Decided by a function's name or an operation that has one meaning, not by a futex value:
    // other waits on the same word that are not `certain` are for the same thing.
    bool certain = false;
};

Classification classify(const NamedStack& stack, const FutexCall& call, uint64_t address);

// Index of the frame that a reader should see first: the libc function that the program called to
// get to the futex call. In a stack inside libc alone, the first function with a name.
size_t first_telling_frame(const NamedStack& stack);

}  // namespace hotlock::profiling
