// Bucket n < 8 holds the value n; from 8 on, the power of two 2^e (e >= 3) is split into eight
// buckets 8 * (e - 2) ... 8 * (e - 2) + 7.
#include "common/model/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hotlock {

namespace {

constexpr uint32_t per_power = 8;
constexpr uint32_t per_power_bits = 3;
constexpr uint32_t last_bucket = per_power * 61 - 1;  // holds the largest int64_t

uint64_t low_of(uint32_t bucket) {
    if (bucket < per_power) return bucket;
    const uint32_t shift = bucket / per_power - 1;
    return uint64_t{per_power + bucket % per_power} << shift;
}

Histogram::nanoseconds clamped(uint64_t value) {
    return Histogram::nanoseconds(
        static_cast<int64_t>(std::min<uint64_t>(value, Histogram::nanoseconds::max().count())));
}

}  // namespace

uint32_t Histogram::bucket_of(nanoseconds value) {
    if (value.count() < 0) return 0;
    const auto v = static_cast<uint64_t>(value.count());
    if (v < per_power) return static_cast<uint32_t>(v);
    const auto exponent = static_cast<uint32_t>(std::bit_width(v)) - 1;
    const uint32_t shift = exponent - per_power_bits;
    return per_power * (shift + 1) + static_cast<uint32_t>(v >> shift) % per_power;
}

Histogram::nanoseconds Histogram::bucket_low(uint32_t bucket) {
    return clamped(low_of(std::min(bucket, last_bucket)));
}

Histogram::nanoseconds Histogram::bucket_high(uint32_t bucket) {
    return clamped(low_of(std::min(bucket, last_bucket) + 1));
}

void Histogram::add(nanoseconds value, uint64_t count) {
    add_bucket(bucket_of(value), count);
}

void Histogram::add_bucket(uint32_t bucket, uint64_t count) {
    if (count == 0) return;
    buckets_[std::min(bucket, last_bucket)] += count;
    count_ += count;
}

void Histogram::merge(const Histogram& other) {
    for (const auto& [bucket, count] : other.buckets_)
        add_bucket(bucket, count);
}

Histogram::nanoseconds Histogram::quantile(double quantile) const {
    const double rank = std::max(1.0, std::ceil(quantile * static_cast<double>(count_)));
    uint64_t seen = 0;
    nanoseconds middle{0};
    for (const auto& [bucket, count] : buckets_) {
        const nanoseconds low = bucket_low(bucket);
        middle = low + (bucket_high(bucket) - low) / 2;
        seen += count;
        if (static_cast<double>(seen) >= rank) break;
    }
    return middle;
}

}  // namespace hotlock
