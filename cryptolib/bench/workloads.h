// The table of workloads. A new one is a file that defines a Workload, declared below and listed in
// workloads.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cryptolib/bench/worker.h"

namespace cryptobench {

// One side of a historic change.
struct Variant {
    std::string_view name;  // "singleton"
    std::string_view side;  // "before" or "patched": another name for it; empty for one in between
    std::string_view summary;
    Worker::Body body;
    // The same with every lock call under TimedGuard. Null for a workload without locks.
    Worker::Body timed_body;

    std::string title() const;  // "singleton (before)", "instance"
};

struct Workload {
    std::string_view name;
    std::string_view summary;  // what one operation is
    std::span<const Variant> variants;

    const Variant* find_variant(std::string_view name_or_side) const;
};

extern const Workload provider_lookup;
extern const Workload secure_random;

std::span<const Workload* const> all_workloads();
const Workload* find_workload(std::string_view name);

}  // namespace cryptobench
