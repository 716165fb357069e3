// Which frames of a waiting or releasing thread are the lock's own code, which is plumbing, and
// which is the program's call site.
#pragma once

#include <vector>

#include "common/model/stack.h"

namespace hotlock {

// Functions that implement locking: pthread_mutex_*, std::mutex and its guards, the lock wrappers
// of OpenSSL, libgpg-error and GLib, and unnamed code of libc and libgpg-error.
bool is_lock_code(const Frame& frame);

// The program's part of a stack, leaf first: without lock code at the leaf and without thread
// start-up code at the outer end. A stack of nothing else is returned whole.
std::vector<const Frame*> program_frames(const StackTable& stacks, StackId stack);

// The function that takes or releases the lock: the first of program_frames that has a name (inside
// a stripped library: who called the library), or the very first when none has. Null for no stack.
const Frame* call_site(const StackTable& stacks, StackId stack);

// The function that an access to memory belongs to: the innermost that has code of its own (what is
// inlined is mostly an accessor) and is neither lock code nor the C++ library's; the very first
// frame when there is none. Null for no stack.
const Frame* access_site(const StackTable& stacks, StackId stack);

}  // namespace hotlock
