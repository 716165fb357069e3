// SQLite result codes -> Error.
#include "analyzer/store/fault.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>

#include "common/base/text.h"

namespace hotlock::store {

namespace {

constexpr const char* writable_hint =
    "it and its directory must be writable; or name another file with --db";

// A quota or a file size limit reaches SQLite as an input/output error; the system's error number
// is lost when it has to roll back a journal afterwards.
bool is_disk_full(int code, int system_error) {
    if (code == SQLITE_FULL) return true;
    const bool no_room = system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
    return no_room && (code == SQLITE_IOERR || code == SQLITE_CANTOPEN);
}

bool is_damage(int extended_code) {
    switch (extended_code) {
        case SQLITE_IOERR_CORRUPTFS:
        case SQLITE_IOERR_DATA:
        case SQLITE_IOERR_SHORT_READ:
            return true;
        default:
            break;
    }
    switch (extended_code & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_ERROR:  // a table or column that we know is not there
        case SQLITE_CONSTRAINT:
        case SQLITE_MISMATCH:
        case SQLITE_SCHEMA:
            return true;
        default:
            return false;
    }
}

}  // namespace

Error cannot_write(const Location& location) {
    return {fmt::format("{} cannot be written", location.name), writable_hint};
}

Error damaged(const Location& location, const std::string& detail) {
    return {fmt::format("{} is damaged: {}", location.name, terminal_safe(detail)),
            "save what is left with `sqlite3 FILE .recover`, or move the file away"};
}

Error explain(const SQLite::Exception& exception, int system_error, const Location& location) {
    const std::string& name = location.name;
    const int code = exception.getErrorCode() & 0xff;
    if (is_disk_full(code, system_error)) {
        return {fmt::format("there is no room to write {}: nothing was changed", name),
                "free some disk space (or raise the file size limit) and try again"};
    }
    if (is_damage(exception.getExtendedErrorCode())) return damaged(location, exception.what());
    switch (code) {
        case SQLITE_NOTADB:
            return {fmt::format("{} is not a database", name), "name another file with --db"};
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL:
            return {fmt::format("{} has been locked by another process for too long", name),
                    "try again when that process is done"};
        case SQLITE_CANTOPEN:
            return {fmt::format("cannot open {} or the files -wal and -shm beside it", name),
                    writable_hint};
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return cannot_write(location);
        case SQLITE_TOOBIG:
            return {fmt::format("{} cannot hold a text of this length", name),
                    "one name or message of the run is longer than 16 MiB"};
        default:
            break;
    }
    const std::string reason = system_error == 0 ? exception.what() : std::strerror(system_error);
    if (code == SQLITE_IOERR) {
        return {fmt::format("cannot read or write {}: {}", name, reason),
                "the disk may be failing, or a quota or file size limit reached"};
    }
    return {fmt::format("cannot use {}: {}", name, reason), "name another file with --db"};
}

}  // namespace hotlock::store
