// Knowledge -> what people and programs read. Pure functions from values to text.
#pragma once

#include <string>
#include <vector>

#include "common/model/comparison.h"
#include "common/model/profile.h"

namespace hotlock::reports {

struct TextOptions {
    size_t width = 100;   // columns
    bool colour = false;  // bold and colour escapes; never the only carrier of a meaning
    size_t top = 10;      // rows per table
};

std::string run_text(const Profile& profile, const TextOptions& options);
std::string comparison_text(const Comparison& comparison, const TextOptions& options);

// One JSON document ending in a newline: "hotlock.report/1" and "hotlock.diff/1".
std::string run_json(const Profile& profile);
std::string comparison_json(const Comparison& comparison);

// One self-contained HTML file: no script needed, everything escaped.
std::string run_html(const Profile& profile);
std::string comparison_html(const Comparison& comparison);

}  // namespace hotlock::reports
