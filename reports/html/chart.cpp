// SVG in user units that the view box defines; the style sheet gives size and colours.
#include "reports/html/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "common/base/text.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

std::string number(double value) {
    return fmt::format("{:.2f}", std::isfinite(value) ? value : 0);
}

double clamped(double share) {
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

Html rectangle(Literal css_class, double x, double y, double width, double height,
               const Html& content = {}) {
    return element("rect",
                   {{"class", std::string(css_class.view())},
                    {"x", number(x)},
                    {"y", number(y)},
                    {"width", number(width)},
                    {"height", number(height)}},
                   content);
}

// Pictures that only repeat what stands beside them are hidden from screen readers.
Html decoration(Literal css_class, const std::string& view_box, const Html& content) {
    return element("svg",
                   {{"class", std::string(css_class.view())},
                    {"viewBox", view_box},
                    {"preserveAspectRatio", "none"},
                    {"aria-hidden", "true"},
                    {"focusable", "false"}},
                   content);
}

Html picture(Literal css_class, const std::string& view_box, const std::string& label,
             const Html& content) {
    return element("svg",
                   {{"class", std::string(css_class.view())},
                    {"viewBox", view_box},
                    {"preserveAspectRatio", "none"},
                    {"role", "img"},
                    {"aria-label", label}},
                   content);
}

// Power of two at or below the bucket's first nanosecond -> entries.
std::map<int, uint64_t> by_power_of_two(const Histogram& histogram) {
    std::map<int, uint64_t> powers;
    for (const auto& [bucket, count] : histogram.buckets()) {
        const auto low = static_cast<uint64_t>(Histogram::bucket_low(bucket).count());
        powers[low == 0 ? 0 : static_cast<int>(std::bit_width(low)) - 1] += count;
    }
    return powers;
}

std::string time_at(int power) {
    return human_time(std::chrono::nanoseconds(int64_t{1} << std::min(power, 62)));
}

Html dots(Literal css_class, const std::vector<double>& values, double low, double high, double y) {
    Html html;
    for (const double value : values) {
        const double x = high > low ? 4 + (value - low) / (high - low) * 92 : 50;
        html += element("circle",
                        {{"class", std::string(css_class.view())},
                         {"cx", number(x)},
                         {"cy", number(y)},
                         {"r", "3"}},
                        element("title", human_number(value)));
    }
    return html;
}

}  // namespace

Html share_bar(double share, Literal css_class) {
    return decoration(
        "bar", "0 0 100 1",
        rectangle("track", 0, 0, 100, 1) + rectangle(css_class, 0, 0, clamped(share) * 100, 1));
}

Html stacked_bar(const std::string& label, const std::vector<Segment>& segments) {
    Html bars;
    Html legend;
    double at = 0;
    for (const Segment& segment : segments) {
        const double width = std::min(clamped(segment.share) * 100, 100 - at);
        if (segment.share <= 0) continue;
        const std::string text = segment.label + " " + human_share(segment.share);
        bars += rectangle(segment.css_class, at, 0, width, 1, element("title", text));
        legend += element("li", {{"class", std::string(segment.css_class.view())}},
                          element("span", "key", "") + element("span", segment.label) +
                              element("b", human_share(segment.share)));
        at += width;
    }
    return element("figure", "stacked",
                   element("figcaption", label) + decoration("strip", "0 0 100 1", bars) +
                       element("ul", "legend", legend));
}

Html histogram_chart(const Lock& lock) {
    const std::map<int, uint64_t> powers = by_power_of_two(lock.wait_hist);
    if (powers.empty()) return {};
    const int first = powers.begin()->first;
    const int last = powers.rbegin()->first;
    uint64_t most = 1;
    for (const auto& [power, count] : powers)
        most = std::max(most, count);
    Html bars;
    for (const auto& [power, count] : powers) {
        const double height =
            std::max(1.0, 100.0 * static_cast<double>(count) / static_cast<double>(most));
        const std::string text =
            fmt::format("{} to {}: {} waits", time_at(power), time_at(power + 1),
                        human_count(static_cast<double>(count)));
        bars += rectangle("wait", (power - first) * 10 + 1, 100 - height, 8, height,
                          element("title", text));
    }
    const std::string p50 = human_quantile(lock, 0.5);
    const std::string p99 = human_quantile(lock, 0.99);
    const std::string label = fmt::format(
        "Waits by length, from {} to {}: half of them up to {}, "
        "99 % up to {}",
        time_at(first), time_at(last + 1), p50, p99);
    const Html axis = element("div", "axis",
                              element("span", time_at(first)) +
                                  element("span", fmt::format("p50 {}, p99 {}", p50, p99)) +
                                  element("span", time_at(last + 1)));
    return element(
        "figure", "histogram",
        element("figcaption", "Length of the waits") +
            picture("bars", fmt::format("0 0 {} 100", (last - first + 1) * 10), label, bars) +
            axis);
}

Html dot_strip(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    if (all.empty()) return {};
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    const std::string label =
        fmt::format("Each run, from {} to {}", human_number(*low), human_number(*high));
    return element("svg",
                   {{"class", "dots"},
                    {"viewBox", "0 0 100 24"},
                    {"preserveAspectRatio", "xMinYMid meet"},
                    {"role", "img"},
                    {"aria-label", label}},
                   rectangle("track", 0, 6.5, 100, 1) + rectangle("track", 0, 16.5, 100, 1) +
                       dots("side-a", a, *low, *high, 7) + dots("side-b", b, *low, *high, 17));
}

}  // namespace hotlock::reports
