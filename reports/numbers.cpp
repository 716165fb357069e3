// Numbers for people.
#include "reports/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/base/text.h"

namespace hotlock::reports {

std::string human_number(double number) {
    struct Scale {
        double size;
        const char* suffix;
    };
    constexpr Scale scales[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
    if (!std::isfinite(number)) return "?";
    if (std::fabs(number) < 9999.5) return fmt::format("{:.4g}", number);
    if (std::fabs(number) >= 1e16) return fmt::format("{:.3e}", number);
    for (const Scale& scale : scales) {
        // 999,960 prints as 1 M, not as 1000 k.
        if (std::fabs(number) < scale.size * 0.99995) continue;
        return fmt::format("{:.4g}{}", number / scale.size, scale.suffix);
    }
    return fmt::format("{:.4g}", number);
}

std::string human_value(const std::optional<double>& value, const std::string& unit) {
    if (!value) return "-";
    return unit.empty() ? human_number(*value) : human_number(*value) + " " + unit;
}

std::string human_ratio(const std::optional<double>& ratio) {
    if (!ratio) return "-";
    if (std::fabs(*ratio) >= 0.1 && std::fabs(*ratio) < 9.995)
        return fmt::format("{:.2f}x", *ratio);
    if (std::fabs(*ratio) < 9999.5) return fmt::format("{:.3g}x", *ratio);
    return human_number(*ratio) + "x";
}

std::string human_p(const std::optional<double>& p) {
    if (!p) return "-";
    if (*p < 0.001) return "<0.001";
    return fmt::format("{:.2g}", *p);
}

std::string human_ns(const std::optional<double>& time) {
    if (!time) return "-";
    constexpr double most = 9e18;  // what fits into nanoseconds
    if (!(std::fabs(*time) < most)) return "?";
    return human_time(nanoseconds(std::llround(*time)));
}

std::optional<nanoseconds> wait_quantile(const Lock& lock, double quantile) {
    if (lock.wait_hist.count() == 0) return std::nullopt;
    return std::min(lock.wait_hist.quantile(quantile), lock.wait_max);
}

std::string human_quantile(const Lock& lock, double quantile) {
    const std::optional<nanoseconds> wait = wait_quantile(lock, quantile);
    return wait ? human_time(*wait) : "-";
}

double part_of(nanoseconds some, nanoseconds all) {
    if (all.count() <= 0) return 0;
    return static_cast<double>(some.count()) / static_cast<double>(all.count());
}

std::string counted(size_t count, const std::string& word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace hotlock::reports
