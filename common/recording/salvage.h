// Finds spools whose writer died.
#pragma once

#include <string>
#include <vector>

namespace hotlock::recording {

// Paths of `<prefix>.*.spool` that are regular files of the calling user with one link and whose
// writer no longer holds its lock. Links and other people's files are passed over.
std::vector<std::string> orphaned_spools(const std::string& prefix);

}  // namespace hotlock::recording
