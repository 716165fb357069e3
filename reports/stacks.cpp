// One-line call stacks.
#include "reports/stacks.h"

#include "common/base/text.h"
#include "common/model/call_site.h"
#include "common/model/function_name.h"

namespace hotlock::reports {
namespace {

constexpr size_t most_frames = 12;
constexpr size_t name_width = 60;  // instances of templates fill whole screens

}  // namespace

std::string stack_text(const StackTable& stacks, StackId stack) {
    const std::vector<const Frame*> frames = program_frames(stacks, stack);
    std::string text;
    for (size_t i = 0; i < frames.size(); ++i) {
        if (i > 0) text += " < ";
        if (i == most_frames) return text + "…";
        text += shorten_middle(short_frame(*frames[i]), name_width);
    }
    return text.empty() ? "(call stack unknown)" : text;
}

std::string site_text(const StackTable& stacks, StackId stack) {
    const Frame* frame = call_site(stacks, stack);
    return frame == nullptr ? std::string() : short_frame(*frame);
}

}  // namespace hotlock::reports
