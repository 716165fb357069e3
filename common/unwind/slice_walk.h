// Finishes the call stack of a Slice: the one way to unwind, during the run and after it.
#pragma once

#include <cstdint>
#include <functional>

#include "common/recording/records.h"
#include "common/unwind/image_map.h"
#include "common/unwind/rule.h"
#include "common/unwind/walker.h"

namespace hotlock::unwind {

// Told for every frame whose rule was looked up: its ip (return addresses as they are) and what
// was found, also Kind::unknown.
using OnRule = std::function<void(uint64_t ip, const Rule& rule)>;

// The frames that the slice brought along, then those found in its memory; complete when the
// thread's start was reached. Addresses without a mapping at the slice's time are looked up in the
// latest ones, for slices that overtake the mappings of a process we are just getting to know.
Walk walk_slice(const recording::Slice& slice, const ImageMap& images, RuleSource& rules,
                const OnRule& on_rule = {});

}  // namespace hotlock::unwind
