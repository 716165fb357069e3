#include "analyzer/profile/excess.h"

#include <gtest/gtest.h>

namespace hotlock::profiling {
namespace {

const std::optional<AtomicCost> a_tenth = atomic_cost(fractional_ns{10}, fractional_ns{100});

LineAccess access(AccessKind kind, uint32_t weight_ns) {
    LineAccess result;
    result.kind = kind;
    result.weight_ns = weight_ns;
    return result;
}

TEST(ExcessTime, AtomicsWouldTakeTheirPrivateCost) {
    const std::vector accesses{access(AccessKind::atomic, 600), access(AccessKind::atomic, 400)};
    EXPECT_EQ(excess_time(accesses, a_tenth), nanoseconds{900});
}

TEST(ExcessTime, PlainAccessesWouldTakeNone) {
    for (const AccessKind kind : {AccessKind::read, AccessKind::write, AccessKind::update}) {
        const std::vector accesses{access(kind, 600), access(AccessKind::atomic, 400)};
        EXPECT_EQ(excess_time(accesses, a_tenth), nanoseconds{960}) << to_string(kind);
    }
}

TEST(ExcessTime, AllTimeWhereTheCostIsNotKnown) {
    const std::vector accesses{access(AccessKind::atomic, 600), access(AccessKind::read, 400)};
    EXPECT_EQ(excess_time(accesses, std::nullopt), nanoseconds{1000});
}

TEST(ExcessTime, NothingIsNothing) {
    EXPECT_EQ(excess_time({}, a_tenth), nanoseconds{0});
}

}  // namespace
}  // namespace hotlock::profiling
