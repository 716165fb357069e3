// Layout: natural widths, then shrink what may be cut, then drop what may go.
#include "reports/text/table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/check.h"
#include "common/base/text.h"
#include "reports/text/columns.h"

namespace hotlock::reports {
namespace {

constexpr size_t gap = 2;  // columns between columns

// How narrow a column that may be cut can become: first to keep the columns that are expendable,
// then, when those are gone, to fit at all.
constexpr size_t readable = 24;
constexpr size_t narrowest = 8;

// What is left of a table: numbers of columns, and how wide each is.
struct Layout {
    std::vector<size_t> shown;
    std::vector<size_t> widths;  // by column number

    size_t total() const {
        size_t sum = shown.empty() ? 0 : (shown.size() - 1) * gap;
        for (const size_t column : shown)
            sum += widths[column];
        return sum;
    }
};

// The column that is cut next: an expendable one if any is wider than `least`, the widest of those.
std::optional<size_t> next_to_cut(const std::vector<Column>& columns, size_t least,
                                  const Layout& layout) {
    const auto rank = [&](size_t i) {
        return std::pair(columns[i].expendable > 0, layout.widths[i]);
    };
    std::optional<size_t> next;
    for (const size_t i : layout.shown) {
        const bool can_give = columns[i].cut != Column::Cut::never && layout.widths[i] > least;
        if (can_give && (!next || rank(i) > rank(*next))) next = i;
    }
    return next;
}

// Takes one column's width at a time, until the rest fits.
bool shrink(const std::vector<Column>& columns, size_t least, size_t width, Layout& layout) {
    while (layout.total() > width) {
        const std::optional<size_t> next = next_to_cut(columns, least, layout);
        if (!next) return false;
        --layout.widths[*next];
    }
    return true;
}

// The columns that go together have the same number.
bool drop_most_expendable(const std::vector<Column>& columns, std::vector<size_t>& shown) {
    int most = 0;
    for (const size_t i : shown)
        most = std::max(most, columns[i].expendable);
    if (most == 0) return false;
    std::erase_if(shown, [&](size_t i) { return columns[i].expendable == most; });
    return true;
}

Layout fit(const std::vector<Column>& columns, std::vector<size_t> shown,
           const std::vector<size_t>& natural, size_t width) {
    Layout layout;
    layout.shown = std::move(shown);
    do {
        layout.widths = natural;
        if (shrink(columns, readable, width, layout)) return layout;
    } while (drop_most_expendable(columns, layout.shown));
    shrink(columns, narrowest, width, layout);
    return layout;
}

std::string cell_text(const Column& column, const std::string& cell, size_t width) {
    const std::string text =
        column.cut == Column::Cut::end ? shorten_end(cell, width) : shorten_name(cell, width);
    return column.right ? pad_left(text, width) : pad_right(text, width);
}

std::string line_of(const std::vector<Column>& columns, const std::vector<std::string>& row,
                    const Layout& layout) {
    std::string line;
    for (const size_t i : layout.shown) {
        if (i != layout.shown.front()) line += std::string(gap, ' ');
        line += cell_text(columns[i], row[i], layout.widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace

void Table::add(const std::vector<std::string>& cells) {
    CHECK(cells.size() == columns_.size());
    std::vector<std::string> safe;
    safe.reserve(cells.size());
    for (const std::string& cell : cells)
        safe.push_back(terminal_safe(cell));
    rows_.push_back(std::move(safe));
}

bool Table::has_titles() const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [](const Column& column) { return !column.title.empty(); });
}

std::vector<std::string> Table::lines(size_t width) const {
    std::vector<size_t> natural(columns_.size(), 0);
    for (const auto& row : rows_) {
        for (size_t i = 0; i < row.size(); ++i)
            natural[i] = std::max(natural[i], columns(row[i]));
    }
    std::vector<size_t> filled;
    for (size_t i = 0; i < natural.size(); ++i) {
        if (natural[i] > 0) filled.push_back(i);
    }

    std::vector<std::string> titles;
    for (size_t i = 0; i < columns_.size(); ++i) {
        titles.push_back(terminal_safe(columns_[i].title));
        natural[i] = std::max(natural[i], columns(titles[i]));
    }
    const Layout layout = fit(columns_, std::move(filled), natural, width);
    std::vector<std::string> lines;
    if (has_titles()) lines.push_back(line_of(columns_, titles, layout));
    for (const auto& row : rows_)
        lines.push_back(line_of(columns_, row, layout));
    return lines;
}

}  // namespace hotlock::reports
