// Code that programs write while they run: just-in-time compilers, interpreters, trampolines.
#pragma once

#include "common/unwind/rule.h"

namespace hotlock::unwind {

// True for executable memory that is in no file: it has neither symbols nor unwind rules, and what
// stands at an address may change.
bool is_generated(const Image& image);

}  // namespace hotlock::unwind
