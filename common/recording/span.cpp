// The time that a record speaks of.
#include "common/recording/span.h"

#include <algorithm>

namespace hotlock::recording {

namespace {

template <class Timed>
std::optional<Span> span_of_type(const Timed& record) {
    if constexpr (requires { record.time; }) return Span{record.time, record.time};
    return std::nullopt;
}

std::optional<Span> span_of_type(const Sleep& sleep) {
    return Span{std::min(sleep.slept_at, sleep.ran_at), sleep.ran_at};
}

}  // namespace

std::optional<Span> span_of(const Record& record) {
    return std::visit([](const auto& known) { return span_of_type(known); }, record);
}

}  // namespace hotlock::recording
