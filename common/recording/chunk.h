// A recording in pieces of about a second, for those who keep it elsewhere than in a spool.
//
// Chunks hold the records of the spool in its order, byte for byte: whoever reads all chunks of a
// recording in order reads the recording. A record may refer to stacks, mappings and threads that
// any chunk before its own defines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/recording/encoded.h"
#include "common/recording/records.h"
#include "common/recording/span.h"

namespace hotlock::recording {

// Bytes of a chunk. Every record of a spool fits.
inline constexpr size_t chunk_max = size_t{4} << 20;

struct Chunk {
    Span span;             // of its records (0: none has a time); chunks may overlap
    uint64_t records = 0;  // 0: there is none
    std::string bytes;     // whole records, as in the payload of a block
};

// Both widen the chunk's span.
void append(Chunk& chunk, const Encoded& encoded);
void append(Chunk& chunk, const Record& record);

// Cuts where a record is a second later than the first of its chunk, or finds no room in it.
class Cutter {
  public:
    // Returns the chunk that the record does not belong to any more, at most one.
    std::optional<Chunk> add(const Encoded& encoded);

    // The last chunk, if there is one.
    std::optional<Chunk> finish();

  private:
    bool belongs(const Encoded& encoded, uint64_t time) const;

    Chunk chunk_;
    uint64_t begun_ = 0;  // time of the first record in it that has one; 0: none
};

}  // namespace hotlock::recording
