#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "cli/message.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/unique_fd.h"

namespace hotlock::cli {

namespace {

Error cannot_write(const std::string& path) {
    return Error(fmt::format("cannot write {}: {}", terminal_safe(path), std::strerror(errno)),
                 "give another path, for example --html=/tmp/report.html");
}

bool write_all(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        content.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

void refuse_odd_target(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return;
    throw Error(fmt::format("{} is not a regular file", terminal_safe(path)),
                "links, directories and devices are not written to: give another path");
}

}  // namespace

reports::TextOptions text_options() {
    reports::TextOptions options;
    winsize size{};
    if (::isatty(STDOUT_FILENO) == 0) return options;
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        options.width = std::clamp<size_t>(size.ws_col, 80, 200);
    options.colour = std::getenv("NO_COLOR") == nullptr;
    return options;
}

void write_file(const std::string& path, const std::string& content) {
    if (path == "-") {
        if (write_all(STDOUT_FILENO, content)) return;
        throw Error(fmt::format("cannot write to standard output: {}", std::strerror(errno)),
                    "send it elsewhere: a file, or a pipe that is read to its end");
    }
    refuse_odd_target(path);
    const std::string temporary = fmt::format("{}.{}.new", path, ::getpid());
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd file(::open(temporary.c_str(), flags, 0644));
    if (!file) throw cannot_write(path);
    if (!write_all(file.get(), content) || ::rename(temporary.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        errno = error;
        throw cannot_write(path);
    }
}

bool write_formats(const Arguments& arguments, const std::string& html_name,
                   const std::function<std::string()>& json,
                   const std::function<std::string()>& html) {
    const auto json_file = arguments.value("json");
    const auto html_file = arguments.value("html");
    if (json_file) write_file(json_file->empty() ? "-" : *json_file, json());
    if (html_file) {
        const std::string path = html_file->empty() ? html_name : *html_file;
        write_file(path, html());
        if (path != "-") say("page written to {}", terminal_safe(path));
    }
    return json_file || html_file;
}

}  // namespace hotlock::cli
