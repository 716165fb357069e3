// Facts about the machine and the working directory that go into every recording.
#pragma once

#include <string>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::collector {

// Meta records "host", "kernel", "cpu_model", "cpus", "git". Facts that are unknown are left out.
std::vector<recording::Meta> host_facts();

// Boot id, kernel release and CPU model in one line: what was measured under another one does not
// hold. Empty when the kernel tells no boot id. `root` is a prefix for fixture trees.
std::string machine_key(const std::string& root = "");

// Commit id that the repository around `directory` has checked out, read from .git's own files:
// no git command runs, so nothing in the repository's configuration can. Empty when there is none.
std::string git_revision(const std::string& directory);

}  // namespace hotlock::collector
