// ISO 8601 in UTC.
#include "reports/utc.h"

#include <fmt/format.h>

#include <ctime>

namespace hotlock::reports {
namespace {

std::tm parts_of(int64_t unix_ns) {
    const std::time_t seconds = unix_ns / 1'000'000'000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);  // cannot fail: 64-bit nanoseconds end in the year 2262
    return parts;
}

std::string date_of(const std::tm& parts) {
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

std::string clock_of(const std::tm& parts) {
    return fmt::format("{:02}:{:02}:{:02}", parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace

std::string utc_time(int64_t unix_ns) {
    if (unix_ns <= 0) return {};
    const std::tm parts = parts_of(unix_ns);
    return fmt::format("{}T{}.{:03}Z", date_of(parts), clock_of(parts), unix_ns / 1'000'000 % 1000);
}

std::string human_utc(int64_t unix_ns) {
    if (unix_ns <= 0) return {};
    const std::tm parts = parts_of(unix_ns);
    return fmt::format("{} {} UTC", date_of(parts), clock_of(parts));
}

}  // namespace hotlock::reports
