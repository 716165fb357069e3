// What samples of the CPU clock told: cache lines, a fold each, and functions.
#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"
#include "common/model/coverage.h"
#include "reports/html/chart.h"
#include "reports/html/page.h"
#include "reports/html/parts.h"
#include "reports/line_text.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

constexpr size_t most_lines = 50;
constexpr size_t most_functions = 30;
constexpr size_t open_lines = 2;

Html summary(const CacheLine& line) {
    return element("span", "title", name(line.name)) +
           element("span", "share-bar", share_bar(line.share, "heat-1")) +
           fact("fact", human_share(line.share), "of thread time at most") +
           fact("fact", to_string(line.sharing), "sharing") +
           fact("fact minor", std::to_string(line.samples), "samples");
}

// Colours repeat after six fields; the letters tell them apart.
Html lettered(Literal element_name, size_t field, const std::string& title) {
    constexpr size_t colours = 6;
    return element(element_name,
                   {{"class", fmt::format("byte field-{}", field % colours + 1)}, {"title", title}},
                   Html::text(std::string(1, field_letter(field))));
}

std::string field_title(const LineField& field) {
    const std::string what = shorten_middle(terminal_safe(field.name), 100);
    return fmt::format("+{} to +{}{}: {}, {} CPUs, {} threads", field.offset,
                       field.offset + field.size - 1, what.empty() ? "" : " " + what,
                       counts_text(field.counts), field.cpus, field.threads);
}

// The 64 bytes, each with the letter of the field that is accessed there.
Html picture(const CacheLine& line) {
    std::string label = "The 64 bytes of the line";
    for (size_t i = 0; i < line.fields.size(); i++)
        label += fmt::format("; {} is {}", field_letter(i), field_title(line.fields[i]));
    Html bytes;
    const LinePicture cells = line_picture(line);
    for (size_t at = 0; at < cells.size(); at++) {
        if (cells[at])
            bytes += lettered("span", *cells[at], field_title(line.fields[*cells[at]]));
        else
            bytes += element("span", {{"class", "byte"}, {"title", fmt::format("+{}", at)}},
                             Html::text("·"));
    }
    return element("div", {{"class", "line-bytes mono"}, {"role", "img"}, {"aria-label", label}},
                   bytes);
}

Html fields_table(const Profile& profile, const CacheLine& line) {
    HtmlTable table("Fields of the line", {{"letter"},
                                           {"at", true},
                                           {"size", true},
                                           {"field"},
                                           {"accesses"},
                                           {"CPUs", true},
                                           {"threads", true},
                                           {"by"}});
    for (size_t i = 0; i < line.fields.size(); i++) {
        const LineField& field = line.fields[i];
        table.add({lettered("span", i, field_title(field)),
                   Html::text(fmt::format("+{}", field.offset)),
                   Html::text(std::to_string(field.size)), element("code", name(field.name)),
                   Html::text(counts_text(field.counts)), Html::text(std::to_string(field.cpus)),
                   Html::text(std::to_string(field.threads)),
                   element("code", name(sites_text(profile.stacks, field), 200))});
    }
    return table.html();
}

Html body(const Profile& profile, const CacheLine& line) {
    Html content;
    if (!line.holds_lock.empty())
        content += element("p", "muted", "Holds the lock " + line.holds_lock + ".");
    return content + picture(line) + fields_table(profile, line) + element("p", prose(line.advice));
}

}  // namespace

Html lines_section(const Profile& profile) {
    if (profile.lines.empty()) return {};
    Html content = element("p", "muted",
                           "Memory that CPUs take from each other, from samples. The share is a "
                           "bound: the time at these accesses, without what atomic updates take "
                           "on a line that nobody else wants. r, w, u, a: samples at reads, "
                           "writes, updates and atomic updates.");
    const size_t shown = std::min(profile.lines.size(), most_lines);
    for (size_t i = 0; i < shown; i++)
        content += fold(summary(profile.lines[i]), body(profile, profile.lines[i]), i < open_lines);
    if (shown < profile.lines.size())
        content +=
            element("p", "muted",
                    fmt::format("{} more are in the JSON report.", profile.lines.size() - shown));
    return section("lines", "Cache lines", content);
}

Html cpu_section(const Profile& profile) {
    if (profile.cpu.empty()) return {};
    HtmlTable table("On CPU",
                    {{"function"}, {"share", true}, {"time", true}, {"samples", true}, {"in"}});
    const size_t shown = std::min(profile.cpu.size(), most_functions);
    for (size_t i = 0; i < shown; i++) {
        const CpuFunction& row = profile.cpu[i];
        table.add({element("code", name(function_text(row), 120)),
                   Html::text(human_share(row.share)), Html::text(human_time(row.time)),
                   Html::text(std::to_string(row.samples)), name(base_name(row.module))});
    }
    Html content = table.html();
    if (shown < profile.cpu.size())
        content +=
            element("p", "muted",
                    fmt::format("{} more are in the JSON report.", profile.cpu.size() - shown));
    return section("cpu", "On CPU", content);
}

}  // namespace hotlock::reports
