// Packs and unpacks histograms; what it unpacks is hostile.
#include "analyzer/store/histogram_code.h"

#include <cstdint>

namespace hotlock::store {

namespace {

void append_number(std::string& bytes, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>((value & 0x7f) | 0x80);
    bytes += static_cast<char>(value);
}

// Takes one number of at most 63 bits off the front of `bytes`.
std::optional<uint64_t> take_number(std::string_view& bytes) {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 63 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<uint8_t>(bytes.front());
        bytes.remove_prefix(1);
        value |= uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

}  // namespace

std::string encode(const Histogram& histogram) {
    std::string bytes;
    uint32_t previous = 0;
    for (const auto& [bucket, count] : histogram.buckets()) {
        append_number(bytes, bucket - previous);
        append_number(bytes, count);
        previous = bucket;
    }
    return bytes;
}

std::optional<Histogram> decode_histogram(std::string_view bytes) {
    static const uint64_t last_bucket = Histogram::bucket_of(Histogram::nanoseconds::max());
    Histogram histogram;
    uint64_t bucket = 0;
    while (!bytes.empty()) {
        const std::optional<uint64_t> distance = take_number(bytes);
        const std::optional<uint64_t> count = take_number(bytes);
        if (!distance || !count || *distance > last_bucket - bucket) return std::nullopt;
        if (*count > INT64_MAX - histogram.count()) return std::nullopt;
        bucket += *distance;
        histogram.add_bucket(static_cast<uint32_t>(bucket), *count);
    }
    return histogram;
}

}  // namespace hotlock::store
