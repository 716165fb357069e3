// Names call stacks, once per distinct stack and code address.
#include "analyzer/profile/named_stack.h"

#include "common/unwind/generated.h"

namespace hotlock::profiling {

namespace {

constexpr const char* jit_module = "[jit]";

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

// `mapped`: memory that held generated code is known to be there; else this may be a place in a
// mapping that was never reported.
Frame StackNamer::generated(uint32_t pid, uint64_t address, bool mapped) const {
    Frame frame;
    const std::string* const name = jit_names_.find(pid, address);
    if (name == nullptr && !mapped) {
        frame.offset = address;
        return frame;
    }
    frame.module = jit_module;
    if (name != nullptr) frame.function = *name;
    return frame;
}

const std::vector<Frame>& StackNamer::frames(uint32_t pid, uint64_t time, uint64_t address,
                                             bool leaf) {
    // A call may be the last instruction of a mapping: look where the call is, not behind it.
    const uint64_t code = leaf ? address : address - 1;
    const unwind::MappedImage* mapped = images_.find(pid, time, code);
    const unwind::Image* image = mapped ? mapped->image.get() : nullptr;
    const bool in_file = image && !unwind::is_generated(*image);
    const uint64_t offset = in_file ? address - mapped->start + mapped->file_offset : address;
    const auto [at, is_new] = frames_.try_emplace({image, in_file ? 0 : pid, offset, leaf});
    if (is_new)
        at->second = in_file ? symbolizer_.frames(*image, offset, leaf)
                             : std::vector{generated(pid, code, image != nullptr)};
    return at->second;
}

StackId intern(StackTable& table, std::span<const Frame* const> frames) {
    StackId stack;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        stack = table.intern(stack, table.intern(**frame));
    return stack;
}

}  // namespace hotlock::profiling
