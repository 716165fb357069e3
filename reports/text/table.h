// A table of text that fits a width: unimportant columns are cut first, then wide ones, then
// unimportant ones go.
#pragma once

#include <string>
#include <vector>

namespace hotlock::reports {

struct Column {
    enum class Cut {
        never,  // numbers
        name,   // the middle, see shorten_name
        end,    // lists, most important first
    };
    std::string title;
    bool right = false;
    Cut cut = Cut::never;
    int expendable = 0;  // 0: stays; else is cut before those that stay, and the highest go first
};

class Table {
  public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    // As many cells as there are columns. Cells are raw: they are made safe for terminals here.
    void add(const std::vector<std::string>& cells);

    bool empty() const { return rows_.empty(); }
    bool has_titles() const;

    // The titles, if any, and the rows. Columns without content are left out. No line is wider than
    // `width` unless even the narrowest form of the columns that stay is.
    std::vector<std::string> lines(size_t width) const;

  private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace hotlock::reports
