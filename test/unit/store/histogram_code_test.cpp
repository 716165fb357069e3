// The packed form of histograms: stable bytes, and nothing but them is accepted.
#include "analyzer/store/histogram_code.h"

#include <gtest/gtest.h>

namespace hotlock::store {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST(HistogramCode, BytesAreStable) {
    Histogram histogram;
    histogram.add(0ns, 1);
    histogram.add(7ns, 300);
    EXPECT_EQ(encode(histogram), "\x00\x01\x07\xac\x02"s);
    EXPECT_EQ(encode(Histogram()), "");
}

TEST(HistogramCode, DecodesWhatItEncodes) {
    Histogram histogram;
    for (int64_t value = 1; value > 0 && value < INT64_MAX / 3; value *= 3)
        histogram.add(Histogram::nanoseconds(value), static_cast<uint64_t>(value));
    EXPECT_EQ(decode_histogram(encode(histogram)), histogram);
}

TEST(HistogramCode, RefusesOtherBytes) {
    EXPECT_EQ(decode_histogram("\x01"s), std::nullopt);                  // no count
    EXPECT_EQ(decode_histogram("\x01\x80"s), std::nullopt);              // cut inside a count
    EXPECT_EQ(decode_histogram("\xff\x7f\x01"s), std::nullopt);          // no such bucket
    EXPECT_EQ(decode_histogram(std::string(20, '\xff')), std::nullopt);  // endless number
    const std::string most = "\x01\xff\xff\xff\xff\xff\xff\xff\xff\x7f"s;
    EXPECT_NE(decode_histogram(most), std::nullopt);
    EXPECT_EQ(decode_histogram(most + most), std::nullopt);  // the sum overflows
}

}  // namespace
}  // namespace hotlock::store
