// Interns frames and stacks.
#include "common/model/stack.h"

#include <fmt/format.h>

#include "common/base/check.h"

namespace hotlock {

std::string base_name(const std::string& path) {
    // npos + 1 is 0: a path without a slash is its own file name.
    return path.substr(path.rfind('/') + 1);
}

std::string frame_name(const Frame& frame) {
    if (!frame.function.empty()) return frame.function;
    if (!frame.module.empty() && frame.offset == 0) return base_name(frame.module);
    if (!frame.module.empty()) {
        return fmt::format("{}+0x{:x}", base_name(frame.module), frame.offset);
    }
    return fmt::format("0x{:x}", frame.offset);
}

FrameId StackTable::intern(const Frame& frame) {
    const FrameId next{static_cast<uint32_t>(frames_.size() + 1)};
    const auto [known, is_new] = frame_index_.try_emplace(frame, next);
    if (is_new) frames_.push_back(frame);
    return known->second;
}

StackId StackTable::intern(StackId caller, FrameId frame) {
    // Callers come first, hence no cycles.
    CHECK(caller.value <= nodes_.size());
    CHECK(frame && frame.value <= frames_.size());
    const StackId next{static_cast<uint32_t>(nodes_.size() + 1)};
    const auto [known, is_new] = node_index_.try_emplace({caller.value, frame.value}, next);
    if (is_new) nodes_.push_back({caller, frame});
    return known->second;
}

StackId StackTable::intern(const std::vector<Frame>& frames) {
    StackId stack;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
        stack = intern(stack, intern(*frame));
    }
    return stack;
}

std::vector<const Frame*> StackTable::frames(StackId id) const {
    std::vector<const Frame*> frames;
    for (; id; id = node(id).caller) {
        frames.push_back(&frame(node(id).frame));
    }
    return frames;
}

}  // namespace hotlock
