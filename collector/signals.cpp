#include "collector/signals.h"

#include <fmt/format.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/base/error.h"

namespace hotlock::collector {

Signals::Signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
        sigaddset(&set, number);
    ::sigprocmask(SIG_BLOCK, &set, &original_);
    fd_.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!fd_)
        throw Error(fmt::format("cannot watch for signals: {}", std::strerror(errno)),
                    "raise the limit of open files (ulimit -n)");
}

Signals::~Signals() {
    ::sigprocmask(SIG_SETMASK, &original_, nullptr);
}

std::optional<Signals::Signal> Signals::next() {
    signalfd_siginfo info{};
    if (::read(fd_.get(), &info, sizeof info) != sizeof info) return std::nullopt;
    return Signal{static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL};
}

}  // namespace hotlock::collector
