// The raw recording of a run, as the store keeps it: compressed chunks of about a second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/model/raw_state.h"
#include "common/recording/chunk.h"

namespace hotlock {

// Compressed bytes. A program that sleeps 30,000 times a second fills half a MB a second: two
// minutes of it are kept, and hours of most others.
inline constexpr uint64_t default_raw_limit = uint64_t{64} << 20;
// What a packer holds in memory is bounded by the limit, and so the limit is too.
inline constexpr uint64_t largest_raw_limit = uint64_t{1} << 30;
// Of all runs of a database together.
inline constexpr uint64_t default_raw_total = uint64_t{1} << 30;

struct PackedChunk {
    recording::Span span;  // CLOCK_MONOTONIC in ns
    uint64_t records = 0;
    uint64_t bytes = 0;  // before compression
    std::string data;
};

struct RawRecording {
    RawState state = RawState::none;
    std::vector<PackedChunk> chunks;
    std::string warning;  // what was left out, a full sentence; empty: nothing, or all by request
};

// Packs the records of a run while they pass. When they outgrow the limit, what was packed so far
// is kept, and of what follows the names of generated code, which come last; so that all that is
// kept can be analysed again, as a recording that ends there.
class RawPacker {
  public:
    // `limit`: compressed bytes, at most largest_raw_limit; 0: nothing is kept. Absent: what the
    // recording says ("raw_limit"), else default_raw_limit.
    explicit RawPacker(std::optional<uint64_t> limit = std::nullopt);

    void add(const recording::Encoded& encoded);

    RawRecording finish();

  private:
    void obey(const recording::Meta& meta);
    void keep(const recording::Chunk& chunk);
    void stop_at(const recording::Chunk& chunk);
    void keep_name(const recording::Encoded& encoded);
    void close();

    bool limit_given_ = false;
    uint64_t limit_ = 0;
    uint64_t size_ = 0;  // of raw_.chunks, compressed
    recording::Cutter cutter_;
    RawRecording raw_;
    bool full_ = false;
    bool was_cut_ = false;      // when it was recorded
    recording::Chunk closing_;  // of a recording that was cut: says so, and names
};

namespace store {

PackedChunk pack(const recording::Chunk& chunk);

// Records as recording::read_records() takes them. Nothing for a chunk that no hotlock has made.
std::optional<std::string> unpack(std::string_view data, uint64_t size, uint64_t records);

}  // namespace store

}  // namespace hotlock
