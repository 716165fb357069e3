// A place in the source that a code address belongs to.
#pragma once

#include <cstdint>
#include <string>

namespace hotlock::symbols {

// An address belongs to several when functions were inlined; they are listed innermost first, the
// last one is the function whose code it is.
struct CodePlace {
    std::string function;  // demangled; empty: unknown
    std::string file;      // empty: unknown
    uint32_t line = 0;     // 0: unknown
};

}  // namespace hotlock::symbols
