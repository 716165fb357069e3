#include "common/model/significance.h"

#include <algorithm>

namespace hotlock {

double idle_share(const Profile& profile) {
    if (profile.run.thread_time.count() <= 0) return 0;
    nanoseconds idle{0};
    for (const ThreadSummary& thread : profile.threads)
        idle += thread.work_wait;
    return static_cast<double>(idle.count()) / static_cast<double>(profile.run.thread_time.count());
}

double line_weight(const Profile& profile, const CacheLine& line) {
    const double busy = 1 - idle_share(profile);
    if (line.share < share_worth_naming || busy <= line.share) return line.share;
    return std::min(1.0, line.share / busy);
}

}  // namespace hotlock
