#include "collector/output_tap.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "common/base/error.h"

namespace hotlock::collector {

namespace {

// A reader of ours that went away must not stop the recording: what cannot be written is dropped,
// as `program | head` would do to the program itself.
void write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes.remove_prefix(static_cast<size_t>(written));
    }
}

}  // namespace

OutputTap::OutputTap(const std::vector<MetricPattern>& patterns) : scanner_(patterns) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0 || ::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
        throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)),
                    "raise the limit of open files (ulimit -n)");
    read_.reset(ends[0]);
    write_.reset(ends[1]);
}

bool OutputTap::pump() {
    char buffer[16 << 10];
    for (;;) {
        const ssize_t got = ::read(read_.get(), buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN;
        if (got == 0) return false;
        const std::string_view output(buffer, static_cast<size_t>(got));
        write_all(STDOUT_FILENO, output);
        scanner_.feed(output);
    }
}

}  // namespace hotlock::collector
