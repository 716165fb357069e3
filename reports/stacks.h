// Call stacks in one line. Shared by text and HTML; names are raw.
#pragma once

#include <string>

#include "common/model/stack.h"

namespace hotlock::reports {

// "Pool::next < Server::handle < worker": the program's frames, leaf first, short names.
std::string stack_text(const StackTable& stacks, StackId stack);

// The call site alone; empty for no stack.
std::string site_text(const StackTable& stacks, StackId stack);

}  // namespace hotlock::reports
