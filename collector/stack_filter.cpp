#include "collector/stack_filter.h"

namespace hotlock::collector {

StackFilter::StackFilter(const unwind::ImageMap& images, uint32_t pid, uint64_t stack_pointer,
                         size_t stack_bytes)
    : images_(images), pid_(pid), low_(stack_pointer), high_(stack_pointer + stack_bytes) {}

bool StackFilter::keeps(uint64_t value) const {
    if (value >= low_ && value < high_) return true;
    return images_.find_latest(pid_, value) != nullptr;
}

std::vector<recording::StackWord> StackFilter::filter(std::span<const uint64_t> words) const {
    std::vector<recording::StackWord> kept;
    for (uint32_t index = 0; index < words.size(); index++)
        if (keeps(words[index])) kept.push_back({index, words[index]});
    return kept;
}

}  // namespace hotlock::collector
