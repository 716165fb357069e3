// Calibrations as records.
#include "common/recording/stalls.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "common/base/error.h"
#include "common/recording/describe.h"

namespace hotlock::recording {

namespace {

// Sums of counts from a file must not wrap.
uint64_t bounded(uint64_t count) {
    return std::min<uint64_t>(count, std::numeric_limits<uint32_t>::max());
}

}  // namespace

std::vector<Calibration> records_of(const hotlock::Calibration& calibration) {
    std::vector<Calibration> records;
    if (!calibration.obstacle.empty()) records.push_back({.obstacle = calibration.obstacle});
    for (const StallTicks& ticks : calibration.stalls) {
        Calibration& record = records.emplace_back();
        record.stall = static_cast<uint32_t>(ticks.stall);
        record.at_stall = ticks.behind[0];
        record.expected = ticks.behind[1];
        record.later = std::accumulate(ticks.behind.begin() + 2, ticks.behind.end(), uint64_t{0});
        record.elsewhere = ticks.elsewhere;
        if (ticks.stall != Stall::atomic || !calibration.cost) continue;
        record.alone_ns = calibration.cost->alone.count();
        record.moved_ns = calibration.cost->moved.count();
    }
    return records;
}

void add_record(const Calibration& record, hotlock::Calibration& calibration) {
    if (!record.obstacle.empty()) {
        calibration.obstacle = record.obstacle;
        return;
    }
    if (record.stall > stall_on_store) return;
    StallTicks ticks;
    ticks.stall = static_cast<Stall>(record.stall);
    ticks.behind[0] = bounded(record.at_stall);
    ticks.behind[1] = bounded(record.expected);
    ticks.behind[2] = bounded(record.later);
    ticks.elsewhere = bounded(record.elsewhere);
    std::erase_if(calibration.stalls,
                  [&](const StallTicks& known) { return known.stall == ticks.stall; });
    calibration.stalls.push_back(ticks);
    if (ticks.stall == Stall::atomic)
        calibration.cost =
            atomic_cost(fractional_ns{record.alone_ns}, fractional_ns{record.moved_ns});
}

std::string stalls_text(const hotlock::Calibration& calibration) {
    std::string text;
    for (const Calibration& record : records_of(calibration))
        text += describe(record) + "\n";
    return text;
}

std::optional<hotlock::Calibration> parse_stalls(std::string_view text) {
    hotlock::Calibration calibration;
    try {
        for (const Record& record : parse_lines(text)) {
            const auto* known = std::get_if<Calibration>(&record);
            if (known == nullptr) return std::nullopt;
            add_record(*known, calibration);
        }
    } catch (const Error&) {
        return std::nullopt;
    }
    return calibration;
}

}  // namespace hotlock::recording
