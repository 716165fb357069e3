// The parts of the text report that come from samples.
#include "reports/text/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "common/base/text.h"
#include "reports/line_text.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

using Cut = Column::Cut;

constexpr size_t lines_with_fields = 2;

// A letter for each byte that is accessed, with a ruler above.
void put_picture(TextPage& page, const CacheLine& line) {
    std::string ruler = "   ";
    for (uint32_t at = 0; at < line_bytes; at += 16)
        ruler += fmt::format("{:<16}", fmt::format("+{}", at));
    std::string bytes;
    for (const std::optional<size_t>& field : line_picture(line))
        bytes += field ? field_letter(*field) : '.';
    const std::string picture = fmt::format("  |{}|", bytes);
    if (picture.size() > page.options().width) return;
    page.row(ruler.substr(0, ruler.find_last_not_of(' ') + 1));
    page.row(picture);
}

void put_fields(TextPage& page, const Profile& profile, const CacheLine& line) {
    page.heading(fmt::format("{}: who touches which bytes", line.name));
    put_picture(page, line);
    Table table({{"", false},
                 {"at", true},
                 {"size", true},
                 {"field", false, Cut::name},
                 {"accesses", false, Cut::never},
                 {"CPUs", true, Cut::never, 1},
                 {"by", false, Cut::end}});
    for (size_t i = 0; i < line.fields.size(); i++) {
        const LineField& field = line.fields[i];
        table.add({std::string(1, field_letter(i)), fmt::format("+{}", field.offset),
                   std::to_string(field.size), field.name, counts_text(field.counts),
                   std::to_string(field.cpus), sites_text(profile.stacks, field)});
    }
    page.table(table, 2);
}

std::vector<std::string> line_row(const CacheLine& line) {
    return {line.name, human_share(line.share), to_string(line.sharing),
            human_count(static_cast<double>(line.samples)), line.holds_lock};
}

}  // namespace

void put_lines(TextPage& page, const Profile& profile) {
    if (profile.lines.empty()) return;
    Table table({{"CACHE LINE", false, Cut::name},
                 {"share", true},
                 {"sharing", false, Cut::never},
                 {"samples", true, Cut::never, 1},
                 {"lock", false, Cut::name, 2}});
    const size_t shown = std::min(profile.lines.size(), page.options().top);
    for (size_t i = 0; i < shown; i++)
        table.add(line_row(profile.lines[i]));
    page.gap();
    page.table(table);
    if (shown < profile.lines.size())
        page.paragraph(fmt::format("and {} more", profile.lines.size() - shown));
    for (size_t i = 0; i < std::min(profile.lines.size(), lines_with_fields); i++)
        put_fields(page, profile, profile.lines[i]);
}

void put_cpu(TextPage& page, const Profile& profile) {
    if (profile.cpu.empty()) return;
    Table table({{"ON CPU", false, Cut::name},
                 {"share", true},
                 {"time", true},
                 {"samples", true, Cut::never, 1},
                 {"in", false, Cut::name, 2}});
    const size_t shown = std::min(profile.cpu.size(), page.options().top);
    for (size_t i = 0; i < shown; i++) {
        const CpuFunction& row = profile.cpu[i];
        table.add({function_text(row), human_share(row.share), human_time(row.time),
                   human_count(static_cast<double>(row.samples)), base_name(row.module)});
    }
    page.gap();
    page.table(table);
    if (shown < profile.cpu.size())
        page.paragraph(fmt::format("and {} more", profile.cpu.size() - shown));
}

}  // namespace hotlock::reports
