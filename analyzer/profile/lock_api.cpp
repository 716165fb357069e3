// The functions that make a thread wait, by name, and the libc functions behind them.
#include "analyzer/profile/lock_api.h"

#include <algorithm>
#include <string>

#include "analyzer/profile/function_name.h"

namespace hotlock::profiling {

namespace {

struct ApiRow {
    std::string_view name;
    ApiClass api;
    WaitMode mode = WaitMode::exclusive;
};

constexpr ApiRow kApis[] = {
    {"pthread_mutex_lock", ApiClass::mutex},
    {"pthread_mutex_timedlock", ApiClass::mutex},
    {"pthread_mutex_clocklock", ApiClass::mutex},
    {"pthread_mutex_trylock", ApiClass::mutex},
    {"pthread_mutex_cond_lock", ApiClass::mutex},
    {"mtx_lock", ApiClass::mutex},
    {"mtx_timedlock", ApiClass::mutex},
    {"pthread_rwlock_rdlock", ApiClass::rwlock, WaitMode::read},
    {"pthread_rwlock_tryrdlock", ApiClass::rwlock, WaitMode::read},
    {"pthread_rwlock_timedrdlock", ApiClass::rwlock, WaitMode::read},
    {"pthread_rwlock_clockrdlock", ApiClass::rwlock, WaitMode::read},
    {"pthread_rwlock_wrlock", ApiClass::rwlock, WaitMode::write},
    {"pthread_rwlock_trywrlock", ApiClass::rwlock, WaitMode::write},
    {"pthread_rwlock_timedwrlock", ApiClass::rwlock, WaitMode::write},
    {"pthread_rwlock_clockwrlock", ApiClass::rwlock, WaitMode::write},
    {"pthread_once", ApiClass::once},
    {"call_once", ApiClass::once},
    {"cxa_guard_acquire", ApiClass::once},
    {"pthread_cond_signal", ApiClass::condition_lock},
    {"pthread_cond_broadcast", ApiClass::condition_lock},
    {"cnd_signal", ApiClass::condition_lock},
    {"cnd_broadcast", ApiClass::condition_lock},
    {"pthread_cond_wait", ApiClass::condition},
    {"pthread_cond_timedwait", ApiClass::condition},
    {"pthread_cond_clockwait", ApiClass::condition},
    {"cnd_wait", ApiClass::condition},
    {"cnd_timedwait", ApiClass::condition},
    {"pthread_join", ApiClass::join},
    {"pthread_timedjoin", ApiClass::join},
    {"pthread_clockjoin", ApiClass::join},
    {"thrd_join", ApiClass::join},
    {"sem_wait", ApiClass::semaphore},
    {"sem_timedwait", ApiClass::semaphore},
    {"sem_clockwait", ApiClass::semaphore},
    {"pthread_barrier_wait", ApiClass::barrier},
};

// glibc 2.31 to 2.41: nptl/lowlevellock.c, futex-internal.c, sem_waitcommon.c, cancellation.c.
constexpr std::string_view kLibcWaits[] = {
    "lll_lock_wait",
    "lll_lock_wait_private",
    "lll_timedlock_wait",
    "lll_clocklock_wait",
    "lll_lock_elision",
    "lll_clocklock_elision",
    "lll_mutex_lock_optimized",
    "futex_wait",
    "futex_wait_simple",
    "futex_abstimed_wait",
    "futex_abstimed_wait_cancelable",
    "futex_lock_pi",
    "do_futex_wait",
    "syscall_cancel",
    "internal_syscall_cancel",
    "syscall_cancel_arch",
};

// What wraps a lock function, by the beginning of its name.
constexpr std::string_view kWrappers[] = {
    "std::",          "__gthread_",      "boost::",           "mtx_",
    "CRYPTO_THREAD_", "g_mutex_",        "g_rec_mutex_",      "g_rw_lock_",
    "gpgrt_lock_",    "_gpgrt_lock_",    "sqlite3_mutex_",    "pthreadMutex",
    "PR_Lock",        "PR_EnterMonitor", "apr_thread_mutex_", "uv_mutex_",
    "uv_rwlock_",     "QMutex::",        "QBasicMutex::",     "QReadWriteLock::",
};

// libstdc++ 11 and later: bits/atomic_wait.h, bits/atomic_timed_wait.h.
constexpr std::string_view kAtomicWaits[] = {
    "std::__detail::__platform_wait",
    "std::__detail::__waiter",
    "std::__atomic_wait_address",
    "std::__atomic_impl::wait",
};

void drop_suffixes(std::string_view& name) {
    constexpr std::string_view suffixes[] = {"64", "_full", "_common", "_slow", "_ex", "_np"};
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view suffix : suffixes) {
            if (!name.ends_with(suffix)) continue;
            name.remove_suffix(suffix.size());
            again = true;
        }
    }
}

void drop_underscores(std::string_view& name) {
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
}

// The name under which the tables know a function: no version, no clone, no alias marks.
std::string_view plain_name(std::string_view name) {
    name = name.substr(0, name.find_first_of("@."));
    drop_underscores(name);
    for (const std::string_view mark : {"GI_", "new_"})
        if (name.starts_with(mark)) name.remove_prefix(mark.size());
    drop_underscores(name);
    drop_suffixes(name);
    return name;
}

bool is_libc_wait_name(std::string_view plain) {
    return std::find(std::begin(kLibcWaits), std::end(kLibcWaits), plain) != std::end(kLibcWaits);
}

}  // namespace

std::optional<Api> find_api(std::string_view function) {
    const std::string_view plain = plain_name(function);
    const auto has_name = [plain](const ApiRow& row) { return row.name == plain; };
    const auto* row = std::find_if(std::begin(kApis), std::end(kApis), has_name);
    if (row == std::end(kApis)) return std::nullopt;
    return Api{row->api, row->mode};
}

std::optional<LockKind> lock_kind_of(std::string_view function) {
    const std::string_view plain = plain_name(function);
    if (plain.starts_with("pthread_mutex_") || plain.starts_with("mtx_")) return LockKind::mutex;
    if (plain.starts_with("pthread_rwlock_")) return LockKind::rwlock;
    if (plain.starts_with("pthread_spin_")) return LockKind::spin;
    return std::nullopt;
}

bool in_libc(const Frame& frame) {
    const std::string file = base_name(frame.module);
    return file.starts_with("libc.so") || file.starts_with("libc-2.") ||
           file.starts_with("libpthread");
}

bool is_wait_helper(const Frame& frame) {
    if (frame.function.empty()) return in_libc(frame);
    const std::string_view plain = plain_name(frame.function);
    return plain == "syscall" || is_libc_wait_name(plain);
}

bool is_libc_wait(const Frame& leaf) {
    if (leaf.function.empty()) return in_libc(leaf);
    return is_libc_wait_name(plain_name(leaf.function));
}

bool is_lock_wrapper(std::string_view function) {
    const std::string plain = without_parameters(function);
    const auto begins = [&plain](std::string_view prefix) { return plain.starts_with(prefix); };
    return std::any_of(std::begin(kWrappers), std::end(kWrappers), begins);
}

bool is_atomic_wait(std::string_view function) {
    // A template's name begins with its return type: "void std::__atomic_wait_address<...".
    if (function.starts_with("void ")) function.remove_prefix(5);
    const auto begins = [function](std::string_view name) { return function.starts_with(name); };
    return std::any_of(std::begin(kAtomicWaits), std::end(kAtomicWaits), begins);
}

}  // namespace hotlock::profiling
