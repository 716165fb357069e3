// Names call stacks, once per distinct stack and code address.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "analyzer/profile/jit_names.h"
#include "analyzer/profile/raw_stacks.h"
#include "analyzer/symbols/symbolizer.h"
#include "common/model/stack.h"
#include "common/unwind/image_map.h"

namespace hotlock::profiling {

// Leaf first, inlined functions expanded. The frames belong to the StackNamer.
using NamedStack = std::vector<const Frame*>;

class StackNamer {
  public:
    // None of these may change any more.
    StackNamer(Symbolizer& symbolizer, const RawStacks& stacks, const unwind::ImageMap& images,
               const JitNames& jit_names)
        : symbolizer_(symbolizer), stacks_(stacks), images_(images), jit_names_(jit_names) {}

    // Empty for a stack that was lost.
    const NamedStack& name(RawStackId id);

    // One code address as a stack: the functions that were inlined there. Never empty.
    NamedStack name_code(uint32_t pid, uint64_t time, uint64_t address);

  private:
    const std::vector<Frame>& frames(uint32_t pid, uint64_t time, uint64_t address, bool leaf);

    Frame generated(uint32_t pid, uint64_t address, bool mapped) const;

    // Mapping (null: none), process (0: any, the code is a file's), address or file offset, leaf.
    using Place = std::tuple<const unwind::Image*, uint32_t, uint64_t, bool>;

    Symbolizer& symbolizer_;
    const RawStacks& stacks_;
    const unwind::ImageMap& images_;
    const JitNames& jit_names_;
    std::map<Place, std::vector<Frame>> frames_;
    std::map<RawStackId, NamedStack> named_;
};

// Leaf first.
StackId intern(StackTable& table, std::span<const Frame* const> frames);

}  // namespace hotlock::profiling
