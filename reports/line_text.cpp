#include "reports/line_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/model/function_name.h"

namespace hotlock::reports {
namespace {

constexpr size_t sites_per_field = 3;

// The innermost frame that is not the standard library's: nobody looks for a fault in fetch_add.
const Frame& telling_frame(const std::vector<const Frame*>& frames) {
    for (const Frame* frame : frames)
        if (frame->function.find("std::") == std::string::npos) return *frame;
    return *frames.front();
}

std::string site_text(const StackTable& stacks, const LineSite& site) {
    const std::vector<const Frame*> frames = stacks.frames(site.stack);
    if (frames.empty()) return "?";
    const Frame& frame = telling_frame(frames);
    const std::string line = frame.line == 0 ? "" : fmt::format(":{}", frame.line);
    return short_frame(frame) + line;
}

}  // namespace

std::string counts_text(const AccessCounts& counts) {
    std::string text;
    const auto add = [&text](char letter, uint64_t count) {
        if (count > 0) text += fmt::format("{}{}{}", text.empty() ? "" : " ", letter, count);
    };
    add('r', counts.reads);
    add('w', counts.writes);
    add('u', counts.updates);
    add('a', counts.atomics);
    return text;
}

std::string sites_text(const StackTable& stacks, const LineField& field) {
    std::string text;
    for (size_t i = 0; i < std::min(field.sites.size(), sites_per_field); i++)
        text += (i == 0 ? "" : ", ") + site_text(stacks, field.sites[i]);
    return text;
}

std::string function_text(const CpuFunction& row) {
    const std::string function = short_function(row.symbol);
    return row.kernel ? "kernel, called by " + function : function;
}

}  // namespace hotlock::reports
