// The functions that make a thread wait, by name, and the libc functions behind them.
#pragma once

#include <optional>
#include <string_view>

#include "common/model/lock.h"
#include "common/model/stack.h"

namespace hotlock::profiling {

enum class ApiClass {
    mutex,
    rwlock,
    once,            // one-time initialisation: a lock held while the initialiser runs
    condition_lock,  // the lock inside a condition variable, taken to signal it
    condition,
    join,
    semaphore,
    barrier,
};

struct Api {
    ApiClass api = ApiClass::mutex;
    WaitMode mode = WaitMode::exclusive;
};

// What a function of this name waits for; nothing when the name is no such function. Aliases,
// symbol versions and helpers of one function count as the function: "__GI___pthread_mutex_lock",
// "pthread_mutex_lock@@GLIBC_2.2.5", "__pthread_mutex_lock_full.constprop.0".
std::optional<Api> find_api(std::string_view function);

// What kind of lock a function of the pthread or C11 API works on, whatever it does with it;
// nothing for any other function.
std::optional<LockKind> lock_kind_of(std::string_view function);

// True for a frame in libc itself.
bool in_libc(const Frame& frame);

// True for frames that only lead to the futex call: libc's wait helpers by name, its internal
// functions without a name (a stripped libc), and syscall().
bool is_wait_helper(const Frame& frame);

// True when a leaf frame is one of libc's own wait helpers: the futex word is libc's, not that of
// another runtime that enters the kernel through syscall() or by itself.
bool is_libc_wait(const Frame& leaf);

// True for functions that only pass on to a lock function, so that their callers are the ones who
// acquire: std::mutex::lock, std::lock_guard, CRYPTO_THREAD_write_lock.
bool is_lock_wrapper(std::string_view function);

// True for the inner functions of C++20's atomic waits (std::atomic::wait, std::latch,
// std::barrier, std::counting_semaphore in libstdc++): whatever value they sleep on, it is no lock
// word.
bool is_atomic_wait(std::string_view function);

}  // namespace hotlock::profiling
