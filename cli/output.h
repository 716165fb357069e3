// Where results go: the terminal, or a file of the user's.
#pragma once

#include <functional>
#include <string>

#include "cli/options.h"
#include "reports/report.h"

namespace hotlock::cli {

// Fits standard output: its width when it is a terminal, colour when it is one and NO_COLOR is not
// set.
reports::TextOptions text_options();

// Writes a whole file or nothing: a new file beside it, then rename. Links are not followed.
// "-" is standard output. Throws Error.
void write_file(const std::string& path, const std::string& content);

// Handles --json[=FILE] and --html[=FILE]; false when neither was given, so that the text is to be
// printed. `html_name`: the file for --html without a name. Paths of pages are printed on standard
// error.
bool write_formats(const Arguments& arguments, const std::string& html_name,
                   const std::function<std::string()>& json,
                   const std::function<std::string()>& html);

}  // namespace hotlock::cli
