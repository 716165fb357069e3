#include "reports/line_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/model/call_site.h"
#include "common/model/function_name.h"

namespace hotlock::reports {
namespace {

constexpr size_t sites_per_field = 3;

std::string site_text(const StackTable& stacks, const LineSite& site) {
    const Frame* found = access_site(stacks, site.stack);
    if (found == nullptr) return "?";
    const Frame& frame = *found;
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
    std::vector<std::string> names;
    for (const LineSite& site : field.sites) {
        std::string text = site_text(stacks, site);
        if (std::find(names.begin(), names.end(), text) == names.end())
            names.push_back(std::move(text));
        if (names.size() == sites_per_field) break;
    }
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

LinePicture line_picture(const CacheLine& line) {
    LinePicture picture;
    for (size_t i = 0; i < line.fields.size(); i++) {
        const LineField& field = line.fields[i];
        const uint64_t end = std::min<uint64_t>(uint64_t{field.offset} + field.size, line_bytes);
        for (uint64_t at = field.offset; at < end; at++) {
            std::optional<size_t>& cell = picture.at(at);
            if (!cell || line.fields[*cell].counts.all() < field.counts.all()) cell = i;
        }
    }
    return picture;
}

char field_letter(size_t field) {
    return field < 26 ? static_cast<char>('A' + field) : '#';
}

std::string function_text(const CpuFunction& row) {
    const std::string function = short_function(row.symbol);
    return row.kernel ? "kernel, called by " + function : function;
}

}  // namespace hotlock::reports
