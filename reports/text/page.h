// A page of text: every string that is put on it is made safe for terminals, wrapped to the width
// and only then coloured, so that nothing from outside can reach the terminal raw.
#pragma once

#include <string>
#include <string_view>

#include "reports/report.h"
#include "reports/text/table.h"

namespace hotlock::reports {

class TextPage {
  public:
    explicit TextPage(const TextOptions& options) : options_(options) {}

    void title(std::string_view text);      // bold
    void paragraph(std::string_view text);  // indented by two columns
    void plain(std::string_view text);      // continuation lines are indented by two columns
    void warning(std::string_view text);    // after a "! "
    void heading(std::string_view text);    // bold, after an empty line
    void gap();                             // an empty line, never two

    // As it is, for pictures. Left out where the page is too narrow for it.
    void row(std::string_view text);
    void table(const Table& table, size_t indent = 0);

    const TextOptions& options() const { return options_; }
    const std::string& text() const { return text_; }

  private:
    enum class Ink { plain, bold, dim, yellow };
    void add_line(std::string_view line, Ink ink);
    void add_wrapped(std::string_view text, std::string_view first, std::string_view rest, Ink ink);

    TextOptions options_;
    std::string text_;
};

}  // namespace hotlock::reports
