// Finds spools whose writer died.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/unique_fd.h"

namespace hotlock::recording {

// Whether a file of this path has the name of a spool beside `prefix`.
bool is_spool_of(const std::string& prefix, const std::string& path);

// Paths of `<prefix>.*.spool` that are regular files of the calling user with one link and whose
// writer no longer holds its lock. Links and other people's files are passed over.
std::vector<std::string> orphaned_spools(const std::string& prefix);

// Opens an orphaned spool for reading and locks it, so that of several processes only one takes it
// over; nothing when it is not (or no longer) an orphan. The lock lasts as long as the file is
// open.
std::optional<UniqueFd> claim_spool(const std::string& path);

}  // namespace hotlock::recording
