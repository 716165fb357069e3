#include "analyzer/profile/excess.h"

namespace hotlock::profiling {

nanoseconds excess_time(std::span<const LineAccess> accesses,
                        const std::optional<AtomicCost>& cost) {
    nanoseconds atomics{0};
    nanoseconds others{0};
    for (const LineAccess& access : accesses)
        (access.kind == AccessKind::atomic ? atomics : others) += nanoseconds{access.weight_ns};
    if (!cost) return atomics + others;
    const double saved = static_cast<double>(atomics.count()) * cost->excess();
    return others + nanoseconds{static_cast<int64_t>(saved)};
}

}  // namespace hotlock::profiling
