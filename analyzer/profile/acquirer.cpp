// Who takes a lock.
#include "analyzer/profile/acquirer.h"

#include <algorithm>
#include <string_view>

#include "analyzer/profile/function_name.h"
#include "analyzer/profile/lock_api.h"

namespace hotlock::profiling {

namespace {

bool is_lock_function(const Frame& frame) {
    return in_libc(frame) || find_api(frame.function) || is_wait_helper(frame) ||
           is_lock_wrapper(frame.function);
}

// libc functions below which nobody called anything: where threads and programs begin.
bool is_base(const Frame& frame) {
    constexpr std::string_view bases[] = {"start_thread",           "clone",   "clone3", "__clone",
                                          "__libc_start_call_main", "__clone3"};
    return std::find(std::begin(bases), std::end(bases), frame.function) != std::end(bases);
}

}  // namespace

Acquirer acquirer(const NamedStack& stack, size_t leaf) {
    Acquirer result;
    for (size_t at = leaf; at < stack.size(); ++at) {
        const Frame& frame = *stack[at];
        if (is_lock_function(frame)) continue;
        const bool direct = result.name.empty();
        if (!frame.function.empty()) return {without_parameters(frame.function), true, direct};
        if (direct) result.name = frame_name(frame);
    }
    return result;
}

std::string entered_function(const NamedStack& stack, size_t leaf) {
    std::string name;
    for (size_t at = leaf; at < stack.size(); ++at) {
        const Frame& frame = *stack[at];
        if (!in_libc(frame) && !find_api(frame.function)) break;
        if (!is_wait_helper(frame) && !is_base(frame) && !frame.inlined) name = frame.function;
    }
    return name;
}

}  // namespace hotlock::profiling
