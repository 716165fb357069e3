// Reads a spool back, one record at a time, in bounded memory. The file is hostile: every length
// is checked, damaged or cut blocks end the recording and are reported.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/unique_fd.h"
#include "common/recording/encoded.h"
#include "common/recording/records.h"

namespace hotlock::recording {

class Reader {
  public:
    // Opens a regular file without following links. Throws Error: missing, not a recording, or
    // written by a newer version.
    explicit Reader(const std::string& path);

    // Takes over an open file; `path` is for error messages.
    Reader(UniqueFd file, const std::string& path);

    // Next record, or nothing at the end of what can be trusted.
    std::optional<Record> next();

    // The same with records of unknown types, and as bytes, which live until the next call.
    std::optional<Encoded> next_encoded();

    // After the last record: bytes that could not be trusted (0 for a whole file).
    uint64_t damaged_bytes() const { return damaged_; }

  private:
    bool load_block();
    std::optional<Encoded> read_record();
    void give_up(uint64_t trusted);
    bool read_at(uint64_t offset, char* data, size_t size) const;

    UniqueFd file_;
    uint64_t size_ = 0;    // of the file when it was opened
    uint64_t offset_ = 0;  // in the file, of the first byte behind block_
    std::string block_;    // payload of the current block
    size_t at_ = 0;        // in block_, of the next record
    uint64_t damaged_ = 0;
};

}  // namespace hotlock::recording
