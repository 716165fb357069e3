// The threads' time as one bar.
#include <algorithm>

#include "common/base/text.h"
#include "common/model/coverage.h"
#include "reports/html/chart.h"
#include "reports/html/page.h"
#include "reports/html/parts.h"
#include "reports/numbers.h"

namespace hotlock::reports {
namespace {

constexpr size_t label_width = 48;

double work_share(const Profile& profile) {
    nanoseconds work{0};
    for (const ThreadSummary& thread : profile.threads)
        work += thread.work_wait;
    return part_of(work, profile.run.thread_time);
}

}  // namespace

Html time_section(const Profile& profile) {
    if (missing_lock_probe(profile.quality) != nullptr) return {};
    if (profile.run.thread_time.count() <= 0) return {};
    constexpr Literal heat[] = {"heat-1", "heat-2", "heat-3"};
    std::vector<Segment> segments;
    double other = 0;
    double known = 0;
    for (size_t i = 0; i < profile.locks.size(); ++i) {
        const Lock& lock = profile.locks[i];
        known += lock.share;
        if (i < std::size(heat)) {
            segments.push_back(
                {heat[i], shorten_middle(terminal_safe(lock.name), label_width), lock.share});
        } else {
            other += lock.share;
        }
    }
    segments.push_back({"heat-4", "other locks", other});
    const double work = work_share(profile);
    segments.push_back({"work", "waiting for work", work});
    segments.push_back({"rest", "running or ready", std::max(0.0, 1 - known - work)});
    return section(
        "time", "Where the threads' time went",
        stacked_bar("Share of the time of all threads, by what they waited for", segments));
}

}  // namespace hotlock::reports
