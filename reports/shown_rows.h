// Which rows of a comparison a reader sees.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace hotlock::reports {

// Locks or cache lines: those below 0.1 % of the threads' time on both sides, as of start-up, are
// left out (the JSON has all), and what is more than `most`.
template <class Delta>
struct ShownRows {
    std::vector<const Delta*> rows;
    size_t left_out = 0;

    ShownRows(const std::vector<Delta>& all, size_t most) {
        constexpr double least_share = 0.001;
        for (const Delta& delta : all) {
            const double a = delta.a ? delta.a->share : 0;
            const double b = delta.b ? delta.b->share : 0;
            if (rows.size() < most && std::max(a, b) >= least_share) rows.push_back(&delta);
        }
        left_out = all.size() - rows.size();
    }

    // "and 3 smaller ones"; empty: all are shown.
    std::string rest() const {
        if (left_out == 0) return "";
        if (rows.empty()) return "none reaches 0.1 % of the threads' time on either side";
        return fmt::format("and {} smaller {}", left_out, left_out == 1 ? "one" : "ones");
    }
};

}  // namespace hotlock::reports
