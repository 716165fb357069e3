// The frame of a report page: head, style, security policy, and small parts that all pages use.
#pragma once

#include <string>
#include <vector>

#include "reports/headline.h"
#include "reports/html/html.h"

namespace hotlock::reports {

// A whole document. The page may load nothing and run nothing: its policy allows the style sheet by
// its hash and forbids everything else.
std::string page(const std::string& title, const Html& body);

// "hotlock", and what the page is about.
Html masthead(const std::string& subject, const std::string& note);

// `advice` may be empty.
Html verdict_section(const Headline& headline, Literal tone, const std::string& advice);

// Nothing for no alerts.
Html alert_list(const std::vector<std::string>& alerts);

Html section(Literal id, std::string_view title, const Html& content);

// Text in which lines may break behind each "::", where C++ names are best broken.
Html prose(std::string_view text);

// A name from outside: at most `width` characters, the whole of it as a tooltip.
Html name(const std::string& text, size_t width = 100);

// One figure with its caption, inside an element "dl" of class "figures".
Html figure(std::string_view caption, std::string_view value);

Html chip(Literal css_class, std::string_view text);

// A value over its caption, in the summary line of a fold.
Html fact(Literal css_class, std::string_view value, std::string_view caption);

// A fold of class "lock", with its body.
Html fold(const Html& summary, const Html& body, bool is_open);

// Rows of cells under titles. Numbers stand at the right. On narrow screens each row becomes a
// block in which every cell carries its title.
class HtmlTable {
  public:
    struct Column {
        std::string title;
        bool number = false;
    };

    HtmlTable(std::string caption, std::vector<Column> columns)
        : caption_(std::move(caption)), columns_(std::move(columns)) {}

    // As many cells as there are columns; the first one names the row.
    void add(const std::vector<Html>& cells, Literal row_class = "");
    bool empty() const { return rows_.empty(); }
    Html html() const;

  private:
    std::string caption_;
    std::vector<Column> columns_;
    Html rows_;
};

}  // namespace hotlock::reports
