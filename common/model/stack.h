// Call stacks as a tree of interned frames: a stack is its leaf node, the parent is the caller.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "common/base/ids.h"

namespace hotlock {

// One frame of a stack. `function` is empty when no symbol covers the address; then the frame is
// known as module + offset. `offset` is the ELF virtual address in `module` (link-time address); 0
// in generated code, whose addresses mean nothing after the run.
struct Frame {
    std::string function;  // demangled
    std::string module;    // path of the ELF file, "[vdso]", "[jit]": generated; empty: unknown
    std::string build_id;  // lower-case hex; empty: none
    uint64_t offset = 0;   // ELF virtual address of the instruction (return addresses as they are)
    std::string file;      // source file, may be empty
    uint32_t line = 0;     // 0: unknown
    bool inlined = false;  // true: this function's code sits inside the next frame's function

    auto operator<=>(const Frame&) const = default;
};

// "function", else "libfoo.so.1+0x1234" or "[jit]", else "0x1234".
std::string frame_name(const Frame& frame);

// File name of a path: "libc.so.6" of "/usr/lib/libc.so.6".
std::string base_name(const std::string& path);

class StackTable {
  public:
    struct Node {
        StackId caller;  // none: this frame is the outermost one
        FrameId frame;
    };

    FrameId intern(const Frame& frame);
    StackId intern(StackId caller, FrameId frame);

    // Leaf first: frames.front() is where the thread was. An empty list gives no stack.
    StackId intern(const std::vector<Frame>& frames);

    const Frame& frame(FrameId id) const { return frames_.at(id.value - 1); }
    const Node& node(StackId id) const { return nodes_.at(id.value - 1); }

    // Leaf first; empty for no stack.
    std::vector<const Frame*> frames(StackId id) const;

    size_t frame_count() const { return frames_.size(); }
    size_t stack_count() const { return nodes_.size(); }

  private:
    std::vector<Frame> frames_;
    std::vector<Node> nodes_;
    std::map<Frame, FrameId> frame_index_;
    std::map<std::tuple<uint32_t, uint32_t>, StackId> node_index_;
};

}  // namespace hotlock
