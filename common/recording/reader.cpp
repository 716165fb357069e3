// Reads a spool block by block. Nothing in the file is believed before it was checked.
#include "common/recording/reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/recording/format.h"

namespace hotlock::recording {

namespace {

UniqueFd open_without_links(const std::string& path) {
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (file) return file;
    const int error = errno;
    throw Error(fmt::format("cannot open the recording {}: {}", terminal_safe(path),
                            std::system_category().message(error)),
                error == ELOOP ? "links are not followed: name the file itself"
                               : "check the path and your right to read it");
}

uint64_t regular_file_size(int file, const std::string& path) {
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        throw Error(path + " is not a regular file", "name a *.spool file");
    }
    return static_cast<uint64_t>(status.st_size);
}

void check_version(std::string_view header, const std::string& path) {
    const uint32_t major = get_u32(header, file_magic.size());
    if (major == major_version) return;
    if (major == 0) throw Error(path + " is not a hotlock recording", "name a *.spool file");
    throw Error(fmt::format("{} was written by a newer hotlock (recording version {}, this "
                            "program reads {})",
                            path, major, major_version),
                "update hotlock");
}

}  // namespace

Reader::Reader(const std::string& path) : Reader(open_without_links(path), terminal_safe(path)) {}

Reader::Reader(UniqueFd file, const std::string& path)
    : file_(std::move(file)), size_(regular_file_size(file_.get(), path)) {
    std::string header(file_header_size, '\0');
    if (size_ < header.size() || !read_at(0, header.data(), header.size()) ||
        !header.starts_with(file_magic)) {
        throw Error(path + " is not a hotlock recording", "name a *.spool file");
    }
    check_version(header, path);
    offset_ = header.size();
}

std::optional<Record> Reader::next() {
    while (auto encoded = next_encoded()) {
        if (encoded->record) return std::move(encoded->record);
    }
    return std::nullopt;
}

std::optional<Encoded> Reader::next_encoded() {
    while (at_ < block_.size() || load_block()) {
        if (auto record = read_record()) return record;
    }
    return std::nullopt;
}

// The next record of the block; nothing when it is malformed.
std::optional<Encoded> Reader::read_record() {
    auto record = first_record(std::string_view(block_).substr(at_));
    if (record) {
        at_ += record->bytes.size();
    } else {
        give_up(offset_ - block_.size() + at_);
    }
    return record;
}

bool Reader::load_block() {
    const uint64_t start = offset_;
    const uint64_t remaining = size_ - start;
    if (remaining == 0) return false;
    std::string bytes(std::min<uint64_t>(remaining, block_header_size), '\0');
    if (!read_at(start, bytes.data(), bytes.size())) {
        give_up(start);
        return false;
    }
    const auto header = parse_block_header(bytes, remaining - bytes.size());
    if (!header) {
        give_up(start);
        return false;
    }
    block_.resize(header->length);
    at_ = 0;
    offset_ = start + bytes.size() + block_.size();
    if (read_at(start + bytes.size(), block_.data(), block_.size()) &&
        crc32c(block_) == header->checksum) {
        return true;
    }
    give_up(start);
    return false;
}

// Ends the recording before the byte at `trusted`.
void Reader::give_up(uint64_t trusted) {
    damaged_ = size_ - trusted;
    offset_ = size_;
    block_.clear();
    at_ = 0;
}

// False when the file has fewer bytes or cannot be read there.
bool Reader::read_at(uint64_t offset, char* data, size_t size) const {
    while (size > 0) {
        const ssize_t n = ::pread(file_.get(), data, size, static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        size -= static_cast<size_t>(n);
        offset += static_cast<uint64_t>(n);
    }
    return true;
}

}  // namespace hotlock::recording
