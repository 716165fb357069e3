// Buckets, quantiles within their promised error, merging.
#include "common/model/histogram.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hotlock {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

TEST(Histogram, BucketsJoinWithoutGapsAndAreNarrow) {
    const uint32_t last = Histogram::bucket_of(nanoseconds::max());
    for (uint32_t bucket = 0; bucket < last; ++bucket) {
        const auto low = Histogram::bucket_low(bucket);
        const auto high = Histogram::bucket_high(bucket);
        EXPECT_EQ(high, Histogram::bucket_low(bucket + 1));
        EXPECT_LE((high - low).count(), std::max<int64_t>(1, low.count() / 8));
        EXPECT_EQ(Histogram::bucket_of(low), bucket);
        EXPECT_EQ(Histogram::bucket_of(high - 1ns), bucket);
    }
}

// The numbers are stored: they must never change.
TEST(Histogram, BucketNumbersAreStable) {
    EXPECT_EQ(Histogram::bucket_of(-5ns), 0u);
    EXPECT_EQ(Histogram::bucket_of(0ns), 0u);
    EXPECT_EQ(Histogram::bucket_of(7ns), 7u);
    EXPECT_EQ(Histogram::bucket_of(8ns), 8u);
    EXPECT_EQ(Histogram::bucket_of(16ns), 16u);
    EXPECT_EQ(Histogram::bucket_of(1us), 63u);
    EXPECT_EQ(Histogram::bucket_of(1s), 222u);
    EXPECT_EQ(Histogram::bucket_of(nanoseconds::max()), 487u);
}

TEST(Histogram, QuantilesAreWithinSixPercent) {
    Histogram histogram;
    for (int i = 1; i <= 100'000; ++i)
        histogram.add(nanoseconds(i * 37));
    for (const double q : {0.001, 0.1, 0.5, 0.9, 0.99, 0.9999, 1.0}) {
        const double truth = q * 100'000 * 37;
        EXPECT_NEAR(static_cast<double>(histogram.quantile(q).count()), truth, truth * 0.0625);
    }
}

TEST(Histogram, SmallValuesAreExact) {
    Histogram histogram;
    histogram.add(3ns, 99);
    histogram.add(11ns);
    EXPECT_EQ(histogram.quantile(0.5), 3ns);
    EXPECT_EQ(histogram.quantile(0.99), 3ns);
    EXPECT_EQ(histogram.quantile(1.0), 11ns);
}

TEST(Histogram, EmptyHasNoEntries) {
    Histogram histogram;
    histogram.add(5ns, 0);
    EXPECT_EQ(histogram, Histogram());
    EXPECT_EQ(histogram.quantile(0.5), 0ns);
}

TEST(Histogram, MergeEqualsAddingEverythingToOne) {
    Histogram a;
    Histogram b;
    Histogram both;
    for (int i = 0; i < 1000; ++i) {
        (i % 3 == 0 ? a : b).add(nanoseconds(i * i));
        both.add(nanoseconds(i * i));
    }
    a.merge(b);
    EXPECT_EQ(a, both);
    EXPECT_EQ(a.count(), 1000u);
}

TEST(Histogram, RebuildsFromItsBuckets) {
    Histogram histogram;
    histogram.add(5ms, 7);
    histogram.add(9s, 2);
    Histogram copy;
    for (const auto& [bucket, count] : histogram.buckets())
        copy.add_bucket(bucket, count);
    EXPECT_EQ(copy, histogram);
}

TEST(Histogram, AbsurdBucketsCountAsTheLast) {
    Histogram histogram;
    histogram.add_bucket(4'000'000'000u, 1);
    EXPECT_EQ(histogram.buckets().begin()->first, 487u);
    EXPECT_GT(histogram.quantile(1.0), 0ns);
}

}  // namespace
}  // namespace hotlock
