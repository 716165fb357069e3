// Creates a spool and appends blocks to it.
#include "common/recording/writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "common/base/check.h"
#include "common/base/error.h"
#include "common/recording/codec.h"
#include "common/recording/format.h"

namespace hotlock::recording {

namespace {

std::string words_for(int error) {
    return std::system_category().message(error);
}

const char* hint_for(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
            return "free some space or record to another disk with --db";
        case EFBIG:
            return "raise the limit for the size of files (ulimit -f)";
        case ENOENT:
        case ENOTDIR:
            return "create the directory or choose another place with --db";
        case EACCES:
        case EPERM:
        case EROFS:
            return "choose a place that you can write to with --db";
        default:
            return "choose another place with --db";
    }
}

// 12 hexadecimal digits that nobody can predict.
std::string random_digits() {
    std::array<unsigned char, 6> bytes{};
    CHECK(::getrandom(bytes.data(), bytes.size(), 0) == ssize_t{bytes.size()});
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

struct CreatedFile {
    UniqueFd file;
    std::string path;
};

CreatedFile create_spool(const std::string& prefix) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        std::string path = prefix + "." + random_digits() + ".spool";
        UniqueFd file(::open(path.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC,
                             S_IRUSR | S_IWUSR));
        if (file) return {std::move(file), std::move(path)};
        if (errno == EEXIST) continue;
        const int error = errno;
        throw Error(fmt::format("cannot create the recording {}: {}", path, words_for(error)),
                    hint_for(error));
    }
    throw Error("cannot find a free name for the recording " + prefix + ".*.spool",
                "remove old *.spool files");
}

// The lock comes before the first byte: salvage passes over files that are still empty. Waiting
// is right here, salvage holds its lock only for a moment.
void lock(const CreatedFile& created) {
    while (::flock(created.file.get(), LOCK_EX) != 0) {
        if (errno == EINTR) continue;
        const int error = errno;
        ::unlink(created.path.c_str());
        throw Error(fmt::format("cannot lock the recording {}: {}", created.path, words_for(error)),
                    "record to a local file system with --db");
    }
}

CreatedFile create_locked_spool(const std::string& prefix) {
    CreatedFile created = create_spool(prefix);
    lock(created);
    return created;
}

}  // namespace

Writer::Writer(const std::string& prefix) : block_(open_block()) {
    CreatedFile created = create_locked_spool(prefix);
    file_ = std::move(created.file);
    path_ = std::move(created.path);
    try {
        write(file_header());
    } catch (...) {
        ::unlink(path_.c_str());
        throw;
    }
}

Writer::Writer(UniqueFd file, std::string path)
    : file_(std::move(file)), path_(std::move(path)), block_(open_block()) {
    write(file_header());
}

void Writer::append(const Record& record) {
    encode(record, block_);
    if (block_.size() >= block_header_size + block_full) flush();
}

void Writer::append_encoded(std::string_view record) {
    if (block_.size() - block_header_size + record.size() > block_max) flush();
    block_ += record;
    if (block_.size() >= block_header_size + block_full) flush();
}

void Writer::flush() {
    if (block_.size() == block_header_size) return;
    std::string block = std::exchange(block_, open_block());
    seal_block(block);
    write(block);
}

// Normally one system call. After a short write the next one tells why; then the file is cut back,
// or at least overwritten by the next block.
void Writer::write(const std::string& data) {
    size_t written = 0;
    while (written < data.size()) {
        const ssize_t n = ::pwrite(file_.get(), data.data() + written, data.size() - written,
                                   static_cast<off_t>(bytes_ + written));
        if (n > 0) {
            written += static_cast<size_t>(n);
        } else if (n == 0 || errno != EINTR) {
            const int error = n == 0 ? ENOSPC : errno;
            const bool cut = ::ftruncate(file_.get(), static_cast<off_t>(bytes_)) == 0;
            throw Error(fmt::format("cannot write the recording {}: {}{}", path_, words_for(error),
                                    cut ? "" : " (its last block is incomplete)"),
                        hint_for(error));
        }
    }
    bytes_ += written;
}

}  // namespace hotlock::recording
