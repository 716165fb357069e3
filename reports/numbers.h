// Numbers that workloads report and statistics give, for people.
#pragma once

#include <optional>
#include <string>

#include "common/model/lock.h"

namespace hotlock::reports {

// Four significant digits, with k, M, G from 10,000 up: "862.9 k", "21.7"; "?" when not finite.
std::string human_number(double number);

// "862.9 k ops/s"; "-" for none.
std::string human_value(const std::optional<double>& value, const std::string& unit);

std::string human_ratio(const std::optional<double>& ratio);  // "1.84x"; "-"
std::string human_p(const std::optional<double>& p);          // "0.008", "<0.001"; "-"

// Nanoseconds with a fraction; "-" for none, "?" when they are no time.
std::string human_ns(const std::optional<double>& time);

// A quantile of the lock's waits. The histogram knows it to a bucket; it is never more than the
// longest wait. Absent when no wait was recorded.
std::optional<nanoseconds> wait_quantile(const Lock& lock, double quantile);

std::string human_quantile(const Lock& lock, double quantile);  // "-" for absent

// some / all; 0 when `all` is not positive.
double part_of(nanoseconds some, nanoseconds all);

// "1 run", "5 runs"; an 's' makes the plural of every word that we count.
std::string counted(size_t count, const std::string& word);

}  // namespace hotlock::reports
