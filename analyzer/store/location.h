// Where the database file is, and what the file system lets us do with it.
#pragma once

#include <string>

namespace hotlock::store {

struct Location {
    std::string path;  // absolute, without links in its directories
    std::string name;  // as the user gave it, safe for messages

    std::string directory() const { return path.substr(0, path.rfind('/') + 1); }
    std::string wal() const { return path + "-wal"; }
};

// Throws Error when the directory is missing or the path cannot name a file.
Location locate(const std::string& path);

// False when nothing is there. Throws Error for links and for what is not a regular file. Never
// opens the file: closing it would take away the locks that this process holds on it.
bool is_present(const Location& location);

// Creates an empty file that only its owner may read. Another process may win the race: no error.
void create_private(const Location& location);

// With the rights of the effective user.
bool may_write_file(const Location& location);
bool may_write_directory(const Location& location);

// True when every commit is in the database file itself: there is no write-ahead log beside it.
bool is_settled(const Location& location);

}  // namespace hotlock::store
