// Lines with colours, written in order.
#include "reports/text/page.h"

#include <algorithm>

#include "common/base/text.h"
#include "reports/text/columns.h"

namespace hotlock::reports {

void TextPage::add_line(std::string_view line, Ink ink) {
    const char* start = "";
    if (options_.colour && !line.empty()) {
        if (ink == Ink::bold) start = "\x1b[1m";
        if (ink == Ink::dim) start = "\x1b[2m";
        if (ink == Ink::yellow) start = "\x1b[33m";
    }
    text_ += start;
    text_ += line;
    if (*start != '\0') text_ += "\x1b[0m";
    text_ += '\n';
}

void TextPage::add_wrapped(std::string_view text, std::string_view first, std::string_view rest,
                           Ink ink) {
    for (const std::string& line : wrap(terminal_safe(text), options_.width, first, rest))
        add_line(line, ink);
}

void TextPage::title(std::string_view text) {
    add_wrapped(text, "", "", Ink::bold);
}

void TextPage::paragraph(std::string_view text) {
    add_wrapped(text, "  ", "  ", Ink::plain);
}

void TextPage::plain(std::string_view text) {
    add_wrapped(text, "", "  ", Ink::plain);
}

void TextPage::warning(std::string_view text) {
    add_wrapped(text, "! ", "  ", Ink::yellow);
}

void TextPage::heading(std::string_view text) {
    gap();
    add_wrapped(text, "", "  ", Ink::bold);
}

void TextPage::gap() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
}

void TextPage::row(std::string_view text) {
    const std::string safe = terminal_safe(text);
    if (columns(safe) <= options_.width) add_line(safe, Ink::plain);
}

void TextPage::table(const Table& table, size_t indent) {
    bool is_heading = table.has_titles();
    const size_t width = options_.width - std::min(indent, options_.width);
    for (const std::string& line : table.lines(width)) {
        add_line(std::string(indent, ' ') + line, is_heading ? Ink::dim : Ink::plain);
        is_heading = false;
    }
}

}  // namespace hotlock::reports
