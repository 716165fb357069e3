// Mergeable histogram of durations: buckets of at most 12.5 % width (8 per power of two).
#pragma once

#include <chrono>
#include <cstdint>
#include <map>

namespace hotlock {

class Histogram {
  public:
    using nanoseconds = std::chrono::nanoseconds;

    void add(nanoseconds value, uint64_t count = 1);
    void merge(const Histogram& other);

    uint64_t count() const { return count_; }

    // Value below or at which `quantile` (0..1] of the entries lie: the middle of its bucket,
    // hence right within 6.25 %. 0 for an empty histogram.
    nanoseconds quantile(double quantile) const;

    // Bucket number -> entries, ascending. Numbers are stable across versions (they are stored).
    const std::map<uint32_t, uint64_t>& buckets() const { return buckets_; }
    void add_bucket(uint32_t bucket, uint64_t count);

    static uint32_t bucket_of(nanoseconds value);
    static nanoseconds bucket_low(uint32_t bucket);   // inclusive
    static nanoseconds bucket_high(uint32_t bucket);  // exclusive

    bool operator==(const Histogram&) const = default;

  private:
    std::map<uint32_t, uint64_t> buckets_;
    uint64_t count_ = 0;
};

}  // namespace hotlock
