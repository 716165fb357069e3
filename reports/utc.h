// Points in time for people and programs, independent of the machine's time zone.
#pragma once

#include <cstdint>
#include <string>

namespace hotlock::reports {

// "2026-01-02T03:04:05.678Z" (ISO 8601) of Unix nanoseconds; empty for 0 and for negative
// times (unknown).
std::string utc_time(int64_t unix_ns);

// "2026-01-02 03:04:05 UTC", for people.
std::string human_utc(int64_t unix_ns);

}  // namespace hotlock::reports
