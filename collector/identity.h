// Who the files and the program belong to.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace hotlock::collector {

struct Identity {
    uid_t uid = 0;
    gid_t gid = 0;
    std::string name;  // login name; empty when the user database has none
    std::string home;
};

// The user who called sudo (SUDO_UID, SUDO_GID), when we run as root through it; nothing when we
// already run as the user. Throws Error for values that are no ids.
std::optional<Identity> invoking_user();

// Becomes that user for good: groups, ids, HOME, USER, LOGNAME; SUDO_* leave the environment.
// Throws Error.
void become(const Identity& identity);

// become(invoking_user()) where there is one to become. Throws Error.
void become_invoking_user();

}  // namespace hotlock::collector
