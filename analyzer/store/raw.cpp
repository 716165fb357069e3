// Packs raw recordings, and unpacks them without believing them.
#include "analyzer/store/raw.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

#include "analyzer/store/compression.h"
#include "common/base/text.h"

namespace hotlock {

namespace {

// Part of the limit for what closes a recording that was cut: 256 KiB are 4,000 names.
uint64_t room_to_close(uint64_t limit) {
    return std::min(limit / 4, uint64_t{256} << 10);
}

}  // namespace

RawPacker::RawPacker(std::optional<uint64_t> limit)
    : limit_given_(limit.has_value()), limit_(limit.value_or(default_raw_limit)) {}

void RawPacker::add(const recording::Encoded& encoded) {
    if (encoded.record)
        if (const auto* meta = std::get_if<recording::Meta>(&*encoded.record)) obey(*meta);
    if (full_) {
        keep_name(encoded);
    } else if (limit_ > 0) {
        if (const auto chunk = cutter_.add(encoded)) keep(*chunk);
    }
}

void RawPacker::obey(const recording::Meta& meta) {
    if (meta.key == "cut") was_cut_ = true;
    if (meta.key != "raw_limit" || limit_given_) return;
    uint64_t limit = 0;
    const char* end = meta.value.data() + meta.value.size();
    if (const auto [stop, error] = std::from_chars(meta.value.data(), end, limit);
        error == std::errc() && stop == end)
        limit_ = std::min(limit, largest_raw_limit);
}

void RawPacker::keep(const recording::Chunk& chunk) {
    PackedChunk packed = store::pack(chunk);
    if (size_ + packed.data.size() > limit_ - room_to_close(limit_)) {
        stop_at(chunk);
        return;
    }
    size_ += packed.data.size();
    raw_.chunks.push_back(std::move(packed));
}

void RawPacker::stop_at(const recording::Chunk& chunk) {
    full_ = true;
    recording::append(closing_, recording::Meta{"cut", "1"});
    const auto take = [this](const recording::Encoded& encoded) { keep_name(encoded); };
    recording::read_records(chunk.bytes, take);
    if (const auto rest = cutter_.finish()) recording::read_records(rest->bytes, take);
}

void RawPacker::keep_name(const recording::Encoded& encoded) {
    const bool is_name =
        encoded.record && std::holds_alternative<recording::JitSymbol>(*encoded.record);
    constexpr size_t frame_max = 1024;  // what compression adds where it saves nothing
    const size_t room = room_to_close(limit_);
    if (is_name && closing_.bytes.size() + encoded.bytes.size() + frame_max <= room)
        recording::append(closing_, encoded);
}

void RawPacker::close() {
    if (raw_.chunks.empty()) {
        raw_.warning = fmt::format(
            "The raw recording was not kept: its first second alone is over the limit of {}.",
            human_size(limit_));
        return;
    }
    const recording::Span first = raw_.chunks.front().span;
    const recording::Span last = raw_.chunks.back().span;
    raw_.warning = fmt::format(
        "The raw recording was cut at its limit of {}: only the first {} can be exported and "
        "analysed again.",
        human_size(limit_),
        human_time(
            nanoseconds(static_cast<int64_t>(last.last - std::min(first.first, last.last)))));
    closing_.span = {last.last, last.last};
    raw_.chunks.push_back(store::pack(closing_));
    raw_.state = RawState::cut;
}

RawRecording RawPacker::finish() {
    const auto last = cutter_.finish();
    if (limit_ == 0) return {};
    if (last && !full_) keep(*last);
    if (full_) {
        close();
    } else if (!raw_.chunks.empty()) {
        raw_.state = was_cut_ ? RawState::cut : RawState::whole;
    }
    return std::exchange(raw_, {});
}

namespace store {

PackedChunk pack(const recording::Chunk& chunk) {
    return {chunk.span, chunk.records, chunk.bytes.size(), compress(chunk.bytes)};
}

std::optional<std::string> unpack(std::string_view data, uint64_t size, uint64_t records) {
    if (size == 0 || size > recording::chunk_max) return std::nullopt;
    std::optional<std::string> bytes = decompress(data, size);
    uint64_t found = 0;
    const auto count = [&found](const recording::Encoded&) { ++found; };
    if (!bytes || !recording::read_records(*bytes, count) || found != records) return std::nullopt;
    return bytes;
}

}  // namespace store

}  // namespace hotlock
