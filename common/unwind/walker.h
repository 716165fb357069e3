// Walks a call stack over a piece of stack memory by rules. Pure: no files, no process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/unwind/rule.h"

namespace hotlock::unwind {

struct Registers {
    uint64_t ip = 0;
    uint64_t sp = 0;
    uint64_t fp = 0;
};

struct Walk {
    std::vector<uint64_t> addresses;  // leaf first; the start registers' ip is the first
    bool complete = false;            // reached the outermost frame
};

// Reads the 8-byte word at an address; nothing when it was not kept.
using ReadWord = std::function<std::optional<uint64_t>(uint64_t address)>;

// The rule for a code address. `leaf` tells an exact instruction address (the first frame, or a
// frame that a signal interrupted) from a return address, whose call ends one byte before it.
using FindRule = std::function<Rule(uint64_t ip, bool leaf)>;

// True when an address lies in an executable mapping. A caller outside of all code is no caller:
// the walk stops before it, truncated.
using IsCode = std::function<bool(uint64_t address)>;

// At most `max_frames`. Every step must move the stack pointer upwards, except out of a signal
// frame. Where the rule is unknown it tries the frame pointer (rbp chain), and accepts it only when
// the saved rbp grows upwards and the return address is code.
Walk walk(const Registers& start, const ReadWord& read, const FindRule& find_rule,
          const IsCode& is_code, size_t max_frames = 512, bool first_is_leaf = true);

}  // namespace hotlock::unwind
