// Path rules: no links at the last component, regular files only, 0600 from the first moment.
#include "analyzer/store/location.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/unique_fd.h"

namespace hotlock::store {

namespace {

constexpr const char* other_path_hint = "name another file with --db";

Error cannot(const char* verb, const std::string& name, int error) {
    return {fmt::format("cannot {} {}: {}", verb, name, std::strerror(error)), other_path_hint};
}

// Absolute path of a directory, without links, ending in a slash.
std::string resolve_directory(const std::string& directory, const std::string& name) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(directory.c_str(), nullptr),
                                                               &std::free);
    if (!resolved && errno == ENOENT) {
        throw Error(fmt::format("the directory of {} does not exist", name),
                    "create it, or name another file with --db");
    }
    if (!resolved) throw cannot("open the directory of", name, errno);
    const std::string path(resolved.get());
    return path == "/" ? path : path + "/";
}

}  // namespace

Location locate(const std::string& path) {
    const std::string name = terminal_safe(path);
    const size_t base = path.rfind('/') + 1;  // npos + 1 is 0
    const std::string file = path.substr(base);
    if (file.empty() || file == "." || file == ".." || path.find('\0') != std::string::npos) {
        throw Error(fmt::format("'{}' is not the path of a file", name), other_path_hint);
    }
    const std::string directory = base == 0 ? "." : path.substr(0, base);
    return {resolve_directory(directory, name) + file, name};
}

bool is_present(const Location& location) {
    struct stat status {};
    if (lstat(location.path.c_str(), &status) != 0) {
        if (errno == ENOENT) return false;
        throw cannot("open", location.name, errno);
    }
    if (S_ISLNK(status.st_mode)) {
        throw Error(fmt::format("{} is a symbolic link", location.name),
                    "name the file that it points to with --db");
    }
    if (!S_ISREG(status.st_mode)) {
        throw Error(fmt::format("{} is not a regular file", location.name), other_path_hint);
    }
    return true;
}

void create_private(const Location& location) {
    const UniqueFd file(
        open(location.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file && errno != EEXIST) throw cannot("create", location.name, errno);
}

bool may_write_file(const Location& location) {
    return faccessat(AT_FDCWD, location.path.c_str(), W_OK, AT_EACCESS) == 0;
}

bool may_write_directory(const Location& location) {
    return faccessat(AT_FDCWD, location.directory().c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

bool is_settled(const Location& location) {
    struct stat status {};
    if (lstat(location.wal().c_str(), &status) != 0) return errno == ENOENT;
    return status.st_size == 0;
}

}  // namespace hotlock::store
