// Instructions of x86-64, read by Zydis.
#pragma once

#include <memory>

#include "common/decode/instruction.h"

namespace hotlock::decode {

std::unique_ptr<InstructionReader> make_x86_reader();

}  // namespace hotlock::decode
