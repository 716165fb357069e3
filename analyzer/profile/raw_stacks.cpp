// Call stacks as bare addresses, while the recording is read.
#include "analyzer/profile/raw_stacks.h"

#include <algorithm>

#include "common/unwind/slice_walk.h"

namespace hotlock::profiling {

RawStackId RawStacks::id(uint64_t key) {
    if (key == 0) return {};
    RawStackId& id = by_key_[key];
    if (!id) {
        stacks_.emplace_back();
        id.value = static_cast<uint32_t>(stacks_.size());
    }
    return id;
}

void RawStacks::add(const recording::Stack& stack) {
    add(stack.key, {stack.pid, stack.time, stack.complete, stack.addresses});
}

void RawStacks::add(const recording::Slice& slice, const unwind::ImageMap& images,
                    unwind::RuleSource& rules) {
    unwind::Walk walk = unwind::walk_slice(slice, images, rules);
    add(slice.key, {slice.pid, slice.time, walk.complete, std::move(walk.addresses)});
}

void RawStacks::add(uint64_t key, RawStack stack) {
    if (key == 0 || stack.addresses.empty()) return;
    const auto mentioned = by_key_.find(key);
    if (mentioned != by_key_.end() && !at(mentioned->second).addresses.empty()) return;
    const auto known = by_content_.find({stack.pid, stack.addresses});
    if (mentioned == by_key_.end() && known != by_content_.end()) {
        by_key_.emplace(key, known->second);
        return;
    }
    const RawStackId own = id(key);
    by_content_.try_emplace({stack.pid, stack.addresses}, own);
    stacks_[own.value - 1] = std::move(stack);
}

uint64_t RawStacks::truncated(const std::set<RawStackId>& ids) const {
    return static_cast<uint64_t>(std::count_if(ids.begin(), ids.end(), [this](RawStackId id) {
        return id && !at(id).addresses.empty() && !at(id).complete;
    }));
}

}  // namespace hotlock::profiling
