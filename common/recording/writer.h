// Appends records to a spool file: blocks with a checksum, each written by one write(2), so that
// whatever happens to us the finished blocks can be read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/unique_fd.h"
#include "common/recording/records.h"

namespace hotlock::recording {

// What is appended stays in memory until flush() or until a block is full (64 KiB).
class Writer {
  public:
    // Creates `<prefix>.XXXXXX.spool`, mode 0600, never through a link, and locks it: the lock
    // tells salvage that the writer is alive. Throws Error.
    explicit Writer(const std::string& prefix);

    // Takes over an empty file that is open for writing (tests).
    Writer(UniqueFd file, std::string path);

    void append(const Record& record);

    // A record as bytes: header and body, at most 4 MiB.
    void append_encoded(std::string_view record);

    // Writes the pending block. Throws Error when the disk is full or cannot be written; then the
    // block is lost, and what was written before stays readable. A file-size limit (RLIMIT_FSIZE)
    // is an Error too where SIGXFSZ is ignored.
    void flush();

    const std::string& path() const { return path_; }
    // Size of the file: what was written so far.
    uint64_t bytes() const { return bytes_; }

  private:
    void write(const std::string& data);

    UniqueFd file_;
    std::string path_;
    std::string block_;  // starts with room for the block header
    uint64_t bytes_ = 0;
};

}  // namespace hotlock::recording
