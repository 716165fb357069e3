// Gives the walker a slice's words, the process's mappings and the files' rules.
#include "common/unwind/slice_walk.h"

#include <algorithm>

namespace hotlock::unwind {
namespace {

// Deeper stacks are recursion; the kernel's own limit for call chains is 127 by default.
constexpr size_t max_frames = 512;

class SliceContext {
  public:
    SliceContext(const recording::Slice& slice, const ImageMap& images, RuleSource& rules)
        : slice_(slice), images_(images), rules_(rules) {}

    std::optional<uint64_t> word(uint64_t address) const {
        const uint64_t distance = address - slice_.stack_pointer;
        if (address < slice_.stack_pointer || distance % 8 != 0) return std::nullopt;
        const auto word =
            std::ranges::lower_bound(slice_.words, distance / 8, {}, &recording::StackWord::index);
        if (word == slice_.words.end() || word->index != distance / 8) return std::nullopt;
        return word->value;
    }

    bool is_code(uint64_t address) const { return image_at(address) != nullptr; }

    Rule rule(uint64_t ip, bool leaf) const {
        const uint64_t address = leaf ? ip : ip - 1;
        const MappedImage* mapped = image_at(address);
        if (!mapped) return {};
        return rules_.rule(*mapped->image, address - mapped->start + mapped->file_offset);
    }

    // Exact unless a call leads there: nothing was walked before, or a signal frame was the last.
    bool starts_at_leaf() const {
        return slice_.addresses.empty() ||
               rule(slice_.addresses.back(), false).kind == Rule::Kind::signal;
    }

  private:
    const MappedImage* image_at(uint64_t address) const {
        const MappedImage* mapped = images_.find(slice_.pid, slice_.time, address);
        return mapped ? mapped : images_.find_latest(slice_.pid, address);
    }

    const recording::Slice& slice_;
    const ImageMap& images_;
    RuleSource& rules_;
};

}  // namespace

Walk walk_slice(const recording::Slice& slice, const ImageMap& images, RuleSource& rules,
                const OnRule& on_rule) {
    const SliceContext context(slice, images, rules);
    const auto find_rule = [&](uint64_t ip, bool leaf) {
        const Rule rule = context.rule(ip, leaf);
        if (on_rule) on_rule(ip, rule);
        return rule;
    };
    Walk rest = walk(
        {slice.ip, slice.stack_pointer, slice.frame_pointer},
        [&](uint64_t address) { return context.word(address); }, find_rule,
        [&](uint64_t address) { return context.is_code(address); }, max_frames,
        context.starts_at_leaf());

    Walk result{slice.addresses, rest.complete};
    result.addresses.insert(result.addresses.end(), rest.addresses.begin(), rest.addresses.end());
    return result;
}

}  // namespace hotlock::unwind
