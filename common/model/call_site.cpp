// Name tables for lock code and thread start-up code. Names are compared without return type,
// template arguments and parameters, so that instances need no entries of their own.
#include "common/model/call_site.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace hotlock {
namespace {

// A trailing '*' matches any rest. C names are compared without leading underscores and without
// glibc's "__GI_".
constexpr std::string_view cxx_lock_names[] = {
    "std::mutex::*",
    "std::recursive_mutex::*",
    "std::timed_mutex::*",
    "std::lock*",
    "std::recursive_timed_mutex*",
    "std::__timed_mutex_impl*",
    "std::shared_mutex::*",
    "std::shared_timed_mutex::*",
    "std::__shared_mutex*",
    "std::unique_lock*",
    "std::scoped_lock*",
    "std::shared_lock*",
    "std::__glibcxx_rwlock_*",
};

constexpr std::string_view c_lock_names[] = {
    "pthread_mutex_*",
    "pthread_rwlock_*",
    "pthread_spin_*",
    "lll_*",
    "futex_*",
    "syscall",
    "gthread_*",
    "gthrw_*",
    "mtx_lock",
    "mtx_timedlock",
    "mtx_unlock",
    "CRYPTO_THREAD_read_lock",
    "CRYPTO_THREAD_write_lock",
    "CRYPTO_THREAD_unlock",
    "gpgrt_lock_*",
    "g_mutex_*",
    "g_rec_mutex_*",
    "g_rw_lock_*",
};

constexpr std::string_view cxx_library_names[] = {"std::*", "__gnu_cxx::*"};

constexpr std::string_view thread_start_names[] = {
    "clone",          "__clone",         "clone3",
    "__clone3",       "start_thread",    "_start",
    "__libc_start_*", "std::thread::_*", "execute_native_thread_routine",
    "std::__invoke*", "std::invoke",
};

bool matches(std::string_view name, std::string_view pattern) {
    if (!pattern.ends_with('*')) return name == pattern;
    return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

template <size_t N>
bool matches_any(std::string_view name, const std::string_view (&patterns)[N]) {
    return std::any_of(std::begin(patterns), std::end(patterns),
                       [name](std::string_view pattern) { return matches(name, pattern); });
}

// "std::lock_guard" of "std::lock_guard<std::mutex>::lock_guard(std::mutex&)".
std::string_view bare_name(std::string_view function) {
    const std::string_view head = function.substr(0, function.find_first_of("(<"));
    return head.substr(head.rfind(' ') + 1);  // npos + 1 is 0
}

void strip_underscores(std::string_view& name) {
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
}

std::string_view plain_c_name(std::string_view name) {
    strip_underscores(name);
    if (name.starts_with("GI_")) name.remove_prefix(3);
    strip_underscores(name);
    return name;
}

// Distributions strip the names of these libraries' inner functions.
constexpr std::string_view libc_files[] = {"libc.so*", "libc-2.*", "libpthread*", "ld-musl-*"};
constexpr std::string_view cxx_runtime_files[] = {"libstdc++.so*", "libc++.so*"};
constexpr std::string_view wrapper_files[] = {"libgpg-error.so*"};

template <size_t N>
bool is_unnamed_code_of(const Frame& frame, const std::string_view (&files)[N]) {
    return frame.function.empty() && matches_any(base_name(frame.module), files);
}

bool is_thread_start(const Frame& frame) {
    return is_unnamed_code_of(frame, libc_files) || is_unnamed_code_of(frame, cxx_runtime_files) ||
           matches_any(bare_name(frame.function), thread_start_names);
}

}  // namespace

bool is_lock_code(const Frame& frame) {
    const std::string_view name = bare_name(frame.function);
    return is_unnamed_code_of(frame, libc_files) || is_unnamed_code_of(frame, wrapper_files) ||
           matches_any(name, cxx_lock_names) || matches_any(plain_c_name(name), c_lock_names);
}

std::vector<const Frame*> program_frames(const StackTable& stacks, StackId stack) {
    const std::vector<const Frame*> all = stacks.frames(stack);
    const auto first = std::find_if_not(all.begin(), all.end(),
                                        [](const Frame* frame) { return is_lock_code(*frame); });
    const auto last =
        std::find_if_not(all.rbegin(), std::make_reverse_iterator(first), [](const Frame* frame) {
            return is_thread_start(*frame);
        }).base();
    return first == last ? all : std::vector<const Frame*>(first, last);
}

const Frame* call_site(const StackTable& stacks, StackId stack) {
    const std::vector<const Frame*> frames = program_frames(stacks, stack);
    if (frames.empty()) return nullptr;
    const auto named = std::find_if(frames.begin(), frames.end(),
                                    [](const Frame* frame) { return !frame->function.empty(); });
    return named == frames.end() ? frames.front() : *named;
}

const Frame* access_site(const StackTable& stacks, StackId stack) {
    const std::vector<const Frame*> frames = stacks.frames(stack);
    if (frames.empty()) return nullptr;
    for (const Frame* frame : frames) {
        const bool library = matches_any(bare_name(frame->function), cxx_library_names);
        const bool own = !frame->function.empty() && !frame->inlined;
        if (own && !library && !is_lock_code(*frame)) return frame;
    }
    return frames.front();
}

}  // namespace hotlock
