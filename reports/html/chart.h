// Small pictures in SVG. All lengths are attributes, so that no inline style is needed.
#pragma once

#include <string>
#include <vector>

#include "common/model/lock.h"
#include "reports/html/html.h"

namespace hotlock::reports {

// A share (0..1) as a bar of that length, for table cells. Decoration: the number stands beside it.
Html share_bar(double share, Literal css_class);

struct Segment {
    Literal css_class;
    std::string label;
    double share = 0;  // 0..1 of the whole bar
};

// One bar made of segments, with a legend that repeats labels and shares as text. `label` says what
// the bar shows.
Html stacked_bar(const std::string& label, const std::vector<Segment>& segments);

// The lock's waits by length, one bar for each power of two; nothing when none was recorded.
Html histogram_chart(const Lock& lock);

// The runs of two sides as dots on one scale from the least to the greatest; nothing without
// values.
Html dot_strip(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace hotlock::reports
