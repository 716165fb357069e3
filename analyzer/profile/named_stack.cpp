// Names call stacks, once per distinct stack and code address.
#include "analyzer/profile/named_stack.h"

namespace hotlock::profiling {

namespace {

// A place outside of all mapped files: generated code, or a mapping that was never reported.
std::vector<Frame> bare_address(uint64_t address) {
    Frame frame;
    frame.offset = address;
    return {frame};
}

}  // namespace

const NamedStack& StackNamer::name(RawStackId id) {
    const auto [at, is_new] = named_.try_emplace(id);
    NamedStack& named = at->second;
    if (!is_new || !id) return named;
    const RawStack& stack = stacks_.at(id);
    bool leaf = true;
    for (const uint64_t address : stack.addresses) {
        for (const Frame& frame : frames(stack.pid, stack.time, address, leaf))
            named.push_back(&frame);
        leaf = false;
    }
    return named;
}

NamedStack StackNamer::name_code(uint32_t pid, uint64_t time, uint64_t address) {
    NamedStack named;
    for (const Frame& frame : frames(pid, time, address, true))
        named.push_back(&frame);
    return named;
}

const std::vector<Frame>& StackNamer::frames(uint32_t pid, uint64_t time, uint64_t address,
                                             bool leaf) {
    // A call may be the last instruction of a mapping: look where the call is, not behind it.
    const unwind::MappedImage* mapped = images_.find(pid, time, leaf ? address : address - 1);
    const unwind::Image* image = mapped ? mapped->image.get() : nullptr;
    const uint64_t offset = mapped ? address - mapped->start + mapped->file_offset : address;
    const auto [at, is_new] = frames_.try_emplace({image, offset, leaf});
    if (is_new)
        at->second = image ? symbolizer_.frames(*image, offset, leaf) : bare_address(address);
    return at->second;
}

StackId intern(StackTable& table, std::span<const Frame* const> frames) {
    StackId stack;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        stack = table.intern(stack, table.intern(**frame));
    return stack;
}

}  // namespace hotlock::profiling
