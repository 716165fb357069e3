// What a thread waited for.
#include "analyzer/profile/classify.h"

#include <linux/futex.h>

#include <algorithm>
#include <optional>

#include "analyzer/profile/lock_api.h"

namespace hotlock::profiling {

namespace {

using Use = std::variant<LockUse, WorkUse>;

constexpr WorkUse kCondition{"condition"};
constexpr WorkUse kJoin{"join"};
constexpr WorkUse kSemaphore{"semaphore"};
constexpr WorkUse kBarrier{"barrier"};
constexpr WorkUse kAtomic{"atomic"};
constexpr WorkUse kFutex{"futex"};

// glibc's lock word: 0 free, 1 taken, 2 taken and others wait. A waiter sleeps on 2.
constexpr uint32_t kContended = 2;

// FUTEX_WAIT_BITSET where glibc waits with an optional timeout, plain FUTEX_WAIT in its locks.
bool is_plain_wait(const FutexCall& call) {
    return call.operation == FUTEX_WAIT;
}

LockUse lock(LockKind kind, uint64_t address) {
    return {kind, WaitMode::exclusive, address};
}

// pthread_rwlock_t is aligned to 8 and holds __readers at 0, __wrphase_futex at 8 and
// __writers_futex at 12. Only readers wait on __readers, and then it has the flag of waiting
// readers (4) set; the other two words are 2 or 3 during a wait.
uint64_t rwlock_address(uint64_t word, WaitMode mode, const FutexCall& call) {
    if (word % 8 == 4) return word - 12;
    return mode == WaitMode::read && call.value >= 4 ? word : word - 8;
}

// Inside a condition wait a thread first waits for the signal, then takes its mutex again: the
// mutex word is waited on by plain FUTEX_WAIT as contended, or as a robust mutex' owner word.
Use condition_use(const FutexCall& call, uint64_t address) {
    const bool retakes_mutex = is_plain_wait(call) && (call.value == kContended || call.owner_word);
    if (retakes_mutex) return lock(LockKind::mutex, address);
    return kCondition;
}

Use api_use(const Api& api, const FutexCall& call, uint64_t address) {
    switch (api.api) {
        case ApiClass::mutex:
            return lock(LockKind::mutex, address);
        case ApiClass::rwlock:
            return LockUse{LockKind::rwlock, api.mode, rwlock_address(address, api.mode, call)};
        case ApiClass::once:
            return lock(LockKind::futex, address);
        case ApiClass::condition_lock:
            return lock(LockKind::internal, address);
        case ApiClass::condition:
            return condition_use(call, address);
        case ApiClass::join:
            return kJoin;
        case ApiClass::semaphore:
            return kSemaphore;
        case ApiClass::barrier:
            return kBarrier;
    }
    return kFutex;
}

// Operations with one meaning only: priority-inheriting mutexes, and condition variables that
// hand their waiters over to one.
std::optional<Use> operation_use(const FutexCall& call, uint64_t address) {
    if (call.operation == FUTEX_LOCK_PI || call.operation == FUTEX_LOCK_PI2)
        return lock(LockKind::mutex, address);
    if (call.operation == FUTEX_WAIT_REQUEUE_PI) return kCondition;
    return std::nullopt;
}

// The wait is inside libc and no known function is on the stack: a lock of libc's own, or a
// function that jumped to its slow path and left no frame (in glibc 2.36: pthread_join, sem_wait,
// sem_timedwait, pthread_mutex_timedlock, pthread_once, and pthread_mutex_lock on robust mutexes).
Use libc_use(const FutexCall& call, uint64_t address) {
    if (call.owner_word) return lock(LockKind::mutex, address);
    if (call.value == kContended)
        return lock(is_plain_wait(call) ? LockKind::internal : LockKind::mutex, address);
    if (is_plain_wait(call))
        return call.value == 1 ? Use{lock(LockKind::futex, address)} : Use{kFutex};
    if (call.thread_word) return kJoin;
    return call.value == 0 ? kSemaphore : kFutex;
}

// Some other runtime's futex. Most locks on futexes sleep on 2, as in Drepper's "Futexes are
// tricky", unless a condition, join or atomic wait further out says that this is no lock.
Use raw_use(const NamedStack& stack, const FutexCall& call, uint64_t address) {
    for (const Frame* frame : stack) {
        const std::optional<Api> api = find_api(frame->function);
        if (api && api->api == ApiClass::condition) return kCondition;
        if (api && api->api == ApiClass::join) return kJoin;
        if (is_atomic_wait(frame->function)) return kAtomic;
    }
    return call.value == kContended ? Use{lock(LockKind::futex, address)} : Use{kFutex};
}

// Index of the first frame that `leads_in` says no to; the stack's size when there is none.
template <class Predicate>
size_t first_without(const NamedStack& stack, Predicate leads_in) {
    const auto found = std::find_if_not(
        stack.begin(), stack.end(), [leads_in](const Frame* frame) { return leads_in(*frame); });
    return static_cast<size_t>(found - stack.begin());
}

// Helpers of one lock function and C11's names for it may stand above each other: the outermost.
size_t outermost_of_api(const NamedStack& stack, size_t at, ApiClass api) {
    while (at + 1 < stack.size()) {
        const std::optional<Api> next = find_api(stack[at + 1]->function);
        if (!next || next->api != api) break;
        ++at;
    }
    return at;
}

}  // namespace

size_t first_telling_frame(const NamedStack& stack) {
    const size_t caller = first_without(stack, in_libc);
    if (caller < stack.size()) return caller == 0 ? 0 : caller - 1;
    const size_t named = first_without(stack, is_wait_helper);
    return named < stack.size() || named == 0 ? named : named - 1;
}

Classification classify(const NamedStack& stack, const FutexCall& call, uint64_t address) {
    const size_t caller = first_without(stack, is_wait_helper);
    std::optional<Api> api;
    if (caller < stack.size()) api = find_api(stack[caller]->function);
    const size_t leaf =
        api ? outermost_of_api(stack, caller, api->api) : first_telling_frame(stack);
    if (const auto use = operation_use(call, address)) return {*use, leaf, true};
    if (api) return {api_use(*api, call, address), leaf, true};
    const bool in_libc_wait = !stack.empty() && is_libc_wait(*stack.front());
    return {in_libc_wait ? libc_use(call, address) : raw_use(stack, call, address), leaf, false};
}

}  // namespace hotlock::profiling
