// One list item a frame, the program's part of the stack only.
#include "reports/html/stacks.h"

#include <fmt/format.h>

#include "common/model/call_site.h"
#include "common/model/function_name.h"
#include "reports/html/page.h"

namespace hotlock::reports {
namespace {

constexpr size_t most_frames = 24;

// "libcrypto.so.3, pool.cpp:88, inlined". The file is named where the stack enters it.
std::string origin(const Frame& frame, const std::string& module_before) {
    std::vector<std::string> facts;
    const bool is_new = !frame.module.empty() && frame.module != module_before;
    if (is_new && !frame.function.empty()) facts.push_back(base_name(frame.module));
    if (!frame.file.empty()) {
        facts.push_back(frame.line == 0 ? base_name(frame.file)
                                        : fmt::format("{}:{}", base_name(frame.file), frame.line));
    }
    if (frame.inlined) facts.emplace_back("inlined");
    std::string text;
    for (const std::string& fact : facts)
        text += (text.empty() ? "" : ", ") + fact;
    return text;
}

Html frame_item(const Frame& frame, const std::string& module_before) {
    Html item = name(short_frame(frame), 120);
    const std::string from = origin(frame, module_before);
    if (!from.empty()) item += element("span", "origin", " " + from);
    return element("li", item);
}

Html stack_items(const StackTable& stacks, StackId stack) {
    const std::vector<const Frame*> frames = program_frames(stacks, stack);
    if (frames.empty()) return element("li", "muted", "call stack unknown");
    Html items;
    for (size_t i = 0; i < frames.size() && i < most_frames; ++i)
        items += frame_item(*frames[i], i == 0 ? std::string() : frames[i - 1]->module);
    if (frames.size() > most_frames) {
        items += element("li", "origin", fmt::format("… {} more", frames.size() - most_frames));
    }
    return items;
}

}  // namespace

Html stack_list(const std::string& title, const StackTable& stacks,
                const std::vector<ShownStack>& shown) {
    if (shown.empty()) return {};
    Html items;
    for (const ShownStack& each : shown) {
        items += element("li", element("span", "part", each.part) +
                                   element("span", "muted", " " + each.note) +
                                   element("ol", "stack", stack_items(stacks, each.stack)));
    }
    return element("div", element("h3", title) + element("ol", "stacks", items));
}

}  // namespace hotlock::reports
