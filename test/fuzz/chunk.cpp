// Any bytes as a chunk of a raw recording: unpacking must end, and give whole records or nothing.
#include <cstdint>
#include <string>

#include "analyzer/store/compression.h"
#include "analyzer/store/raw.h"
#include "common/base/check.h"
#include "common/recording/encoded.h"

using namespace hotlock;

namespace {

void check(const std::string& data, uint64_t size, uint64_t records) {
    const auto bytes = store::unpack(data, size, records);
    if (!bytes) return;
    CHECK(bytes->size() == size);
    uint64_t found = 0;
    CHECK(recording::read_records(*bytes, [&](const recording::Encoded&) { ++found; }));
    CHECK(found == records);
}

}  // namespace

// The first four bytes are the chunk's declared size and number of records.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t length) {
    if (length < 4) return 0;
    const std::string data(input + 4, input + length);
    const uint64_t size = input[0] | uint64_t{input[1]} << 8 | uint64_t{input[2]} << 16;
    check(data, size, input[3]);
    check(data, ~size, input[3]);
    // Behind a right checksum, where mutation alone hardly ever comes.
    check(store::compress(data), data.size(), input[3]);
    return 0;
}
