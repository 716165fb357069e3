// The mark of mark.h, as the attribute "user.hotlock.left".
#include "analyzer/store/mark.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>
#include <optional>

namespace hotlock::store {

namespace {

constexpr const char* attribute = "user.hotlock.left";

// What the mark should say now; nothing while a write-ahead log holds changes of its own.
std::optional<std::string> expected_mark(const Location& location) {
    struct stat status {};
    if (!is_settled(location) || lstat(location.path.c_str(), &status) != 0) return std::nullopt;
    return fmt::format("1 {} {}.{:09}", status.st_size, status.st_mtim.tv_sec,
                       status.st_mtim.tv_nsec);
}

std::string present_mark(const Location& location) {
    std::array<char, 128> text{};
    const ssize_t length = lgetxattr(location.path.c_str(), attribute, text.data(), text.size());
    return length < 0 ? std::string() : std::string(text.data(), static_cast<size_t>(length));
}

}  // namespace

bool is_as_we_left_it(const Location& location) {
    return expected_mark(location) == present_mark(location);
}

void mark_as_ours(const Location& location) {
    const std::optional<std::string> mark = expected_mark(location);
    if (!mark || *mark == present_mark(location)) return;
    lsetxattr(location.path.c_str(), attribute, mark->data(), mark->size(), 0);
}

}  // namespace hotlock::store
