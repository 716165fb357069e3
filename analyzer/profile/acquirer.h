// Who takes a lock: the function that a reader would look at, above the lock functions and their
// wrappers.
#pragma once

#include <cstddef>
#include <string>

#include "analyzer/profile/named_stack.h"

namespace hotlock::profiling {

struct Acquirer {
    // Short name of the first function with a name; without any, the caller as "module+0x12".
    // Empty: the stack has no caller.
    std::string name;
    bool named = false;         // `name` is a function's
    bool direct_named = false;  // and that function is the lock function's direct caller
};

// `leaf` as in Classification.
Acquirer acquirer(const NamedStack& stack, size_t leaf);

// Name of the library function that the program called when it met a lock inside: "localtime_r",
// "pthread_once"; empty when it is not known.
std::string entered_function(const NamedStack& stack, size_t leaf);

}  // namespace hotlock::profiling
