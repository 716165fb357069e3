#include "cli/message.h"

#include <fcntl.h>
#include <unistd.h>

namespace hotlock::cli {

void say_line(const std::string& line) noexcept {
    const std::string whole = line + "\n";
    if (::write(STDERR_FILENO, whole.data(), whole.size()) < 0) return;  // nobody to tell
}

void say_error(const Error& error) noexcept {
    say_line(std::string("error: ") + error.what());
    say_line("hint: " + error.hint());
}

void fill_standard_descriptors() {
    int fd = 0;
    do {
        fd = ::open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) ::close(fd);
}

}  // namespace hotlock::cli
