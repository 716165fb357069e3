#include "collector/identity.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "common/base/error.h"

namespace hotlock::collector {

namespace {

uint32_t parse_id(const char* name, const char* text) {
    uint32_t value = 0;
    const char* end = text + std::strlen(text);
    auto [stop, error] = std::from_chars(text, end, value);
    if (error != std::errc() || stop != end || value == UINT32_MAX)
        throw Error(fmt::format("{} is not a number", name),
                    "call hotlock through sudo itself, or as root with SUDO_UID unset");
    return value;
}

void require(bool ok, const char* what) {
    if (ok) return;
    throw Error(fmt::format("cannot become the invoking user: {}: {}", what, std::strerror(errno)),
                "run hotlock as root, or through sudo");
}

void set_or_unset(const char* name, const std::string& value) {
    if (value.empty())
        ::unsetenv(name);
    else
        ::setenv(name, value.c_str(), 1);
}

}  // namespace

std::optional<Identity> invoking_user() {
    const char* uid = std::getenv("SUDO_UID");
    const char* gid = std::getenv("SUDO_GID");
    if (::geteuid() != 0 || uid == nullptr || gid == nullptr) return std::nullopt;

    Identity identity{.uid = parse_id("SUDO_UID", uid), .gid = parse_id("SUDO_GID", gid)};
    if (identity.uid == 0) return std::nullopt;
    if (const passwd* entry = ::getpwuid(identity.uid)) {
        identity.name = entry->pw_name;
        identity.home = entry->pw_dir;
    }
    return identity;
}

void become(const Identity& identity) {
    const bool known = !identity.name.empty();
    require(known ? ::initgroups(identity.name.c_str(), identity.gid) == 0
                  : ::setgroups(1, &identity.gid) == 0,
            "groups");
    require(::setresgid(identity.gid, identity.gid, identity.gid) == 0, "group id");
    require(::setresuid(identity.uid, identity.uid, identity.uid) == 0, "user id");
    require(::setuid(0) != 0, "rights were not given up");

    set_or_unset("HOME", identity.home);
    set_or_unset("USER", identity.name);
    set_or_unset("LOGNAME", identity.name);
    for (const char* name : {"SUDO_UID", "SUDO_GID", "SUDO_USER", "SUDO_COMMAND"})
        ::unsetenv(name);
}

void become_invoking_user() {
    if (const std::optional<Identity> user = invoking_user()) become(*user);
}

}  // namespace hotlock::collector
