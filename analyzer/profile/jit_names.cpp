#include "analyzer/profile/jit_names.h"

#include <iterator>
#include <utility>

namespace hotlock::profiling {

// Afterwards no range has bytes on both sides of `at`.
void JitNames::split(Ranges& ranges, uint64_t at) {
    const auto behind = ranges.lower_bound(at);
    if (behind == ranges.begin()) return;
    Range& before = std::prev(behind)->second;
    if (before.end > at) ranges.emplace(at, Range{std::exchange(before.end, at), before.name});
}

void JitNames::add(const recording::JitSymbol& symbol) {
    if (symbol.size == 0 || symbol.size > UINT64_MAX - symbol.start) return;
    const uint64_t end = symbol.start + symbol.size;
    Ranges& ranges = processes_[symbol.pid];
    split(ranges, symbol.start);
    split(ranges, end);
    ranges.erase(ranges.lower_bound(symbol.start), ranges.lower_bound(end));
    ranges.emplace(symbol.start, Range{end, names_.size()});
    names_.push_back(symbol.name);
}

const std::string* JitNames::find(uint32_t pid, uint64_t address) const {
    const auto process = processes_.find(pid);
    if (process == processes_.end()) return nullptr;
    const auto behind = process->second.upper_bound(address);
    if (behind == process->second.begin()) return nullptr;
    const Range& range = std::prev(behind)->second;
    return address < range.end ? &names_[range.name] : nullptr;
}

}  // namespace hotlock::profiling
