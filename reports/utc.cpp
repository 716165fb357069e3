// ISO 8601 in UTC.
#include "reports/utc.h"

#include <fmt/format.h>

#include <ctime>

namespace hotlock::reports {

std::string utc_time(int64_t unix_ns) {
    if (unix_ns <= 0) return {};
    const std::time_t seconds = unix_ns / 1'000'000'000;
    const int64_t milliseconds = unix_ns / 1'000'000 % 1000;
    std::tm parts{};
    if (gmtime_r(&seconds, &parts) == nullptr) return {};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       milliseconds);
}

}  // namespace hotlock::reports
