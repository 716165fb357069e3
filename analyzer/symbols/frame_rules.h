// Rows of the unwind table -> rules that a walker can follow.
#pragma once

#include <cstdint>

#include "analyzer/symbols/frame_table.h"
#include "common/unwind/rule.h"

namespace hotlock::symbols {

// Kind::unknown where no frame description covers the address, and for forms that Rule does not
// have.
unwind::Rule frame_rule(const FrameTable& table, uint64_t address);

}  // namespace hotlock::symbols
