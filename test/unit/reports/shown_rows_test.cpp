#include "reports/shown_rows.h"

#include <gtest/gtest.h>

#include "common/model/comparison.h"

namespace hotlock::reports {
namespace {

LineDelta line(const char* name, std::optional<double> a, std::optional<double> b) {
    LineDelta delta;
    delta.name = name;
    if (a) delta.a = LineOnSide{.share = *a};
    if (b) delta.b = LineOnSide{.share = *b};
    return delta;
}

TEST(ShownRows, LeavesOutWhatIsSmallOnBothSides) {
    const std::vector<LineDelta> all{line("hot", 0.4, {}), line("new", {}, 0.001),
                                     line("start", 0.0009, 0.0002), line("once", {}, 0.0)};
    const ShownRows shown(all, 10);
    ASSERT_EQ(shown.rows.size(), 2U);
    EXPECT_EQ(shown.rows[0]->name, "hot");
    EXPECT_EQ(shown.rows[1]->name, "new");
    EXPECT_EQ(shown.rest(), "and 2 smaller ones");
}

TEST(ShownRows, ShowsNoMoreThanAsked) {
    const std::vector<LineDelta> all{line("a", 0.4, 0.3), line("b", 0.2, 0.1)};
    EXPECT_EQ(ShownRows(all, 1).rest(), "and 1 smaller one");
    EXPECT_EQ(ShownRows(all, 2).rest(), "");
}

TEST(ShownRows, SaysWhenNothingIsLeft) {
    const std::vector<LineDelta> all{line("start", 0.0, {})};
    EXPECT_EQ(ShownRows(all, 9).rest(), "none reaches 0.1 % of the threads' time on either side");
}

}  // namespace
}  // namespace hotlock::reports
