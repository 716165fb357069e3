// Cuts a recording into chunks.
#include "common/recording/chunk.h"

#include <algorithm>
#include <utility>

#include "common/recording/codec.h"
#include "common/recording/format.h"

namespace hotlock::recording {

namespace {

static_assert(chunk_max >= block_max, "a block may be a single record");

constexpr uint64_t second_ns = 1'000'000'000;

// A chunk without a time of its own is of no time.
bool has_span(const Chunk& chunk) {
    return chunk.span.last != 0;
}

void widen(Chunk& chunk, const std::optional<Span>& span) {
    if (!span) return;
    chunk.span.first = has_span(chunk) ? std::min(chunk.span.first, span->first) : span->first;
    chunk.span.last = std::max(chunk.span.last, span->last);
}

// 0: the record has no time.
uint64_t made_at(const Encoded& encoded) {
    const auto span = encoded.record ? span_of(*encoded.record) : std::nullopt;
    return span ? span->last : 0;
}

}  // namespace

void append(Chunk& chunk, const Encoded& encoded) {
    if (encoded.record) widen(chunk, span_of(*encoded.record));
    chunk.bytes += encoded.bytes;
    ++chunk.records;
}

void append(Chunk& chunk, const Record& record) {
    std::string bytes;
    encode(record, bytes);
    append(chunk, Encoded{bytes, record});
}

bool Cutter::belongs(const Encoded& encoded, uint64_t time) const {
    if (chunk_.bytes.size() + encoded.bytes.size() > chunk_max) return false;
    return begun_ == 0 || time < begun_ || time - begun_ < second_ns;
}

std::optional<Chunk> Cutter::add(const Encoded& encoded) {
    const uint64_t time = made_at(encoded);
    std::optional<Chunk> complete;
    if (!belongs(encoded, time)) complete = finish();
    append(chunk_, encoded);
    if (begun_ == 0) begun_ = time;
    return complete;
}

std::optional<Chunk> Cutter::finish() {
    begun_ = 0;
    if (chunk_.records == 0) return std::nullopt;
    return std::exchange(chunk_, {});
}

}  // namespace hotlock::recording
