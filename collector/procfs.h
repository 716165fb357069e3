// What /proc says about running processes. `root` is a prefix for fixture trees.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::collector {

// Real user id of a process; nothing when it is gone.
std::optional<uid_t> process_owner(pid_t pid, const std::string& root = "");

// When a process began, in Unix ns, exact to a clock tick (10 ms); nothing when it is gone.
std::optional<int64_t> process_started_at(pid_t pid, const std::string& root = "");

// Thread ids, ascending; empty when the process is gone.
std::vector<pid_t> threads_of(pid_t pid, const std::string& root = "");

// Thread name (at most 15 bytes, any bytes); empty when gone.
std::string thread_name(pid_t pid, pid_t tid, const std::string& root = "");

// argv; empty when gone or a kernel thread.
std::vector<std::string> command_line(pid_t pid, const std::string& root = "");

// Executable mappings, without build-ids. Memory in no file is named as perf names it: "//anon".
std::vector<recording::Mapping> executable_mappings(pid_t pid, uint64_t time,
                                                    const std::string& root = "");

struct AddressRange {
    uint64_t start = 0;
    uint64_t end = 0;  // exclusive
};

// What of files is mapped and may be read but not written, ascending; empty when the process is
// gone or may not be read.
std::vector<AddressRange> read_only_file_ranges(pid_t pid, const std::string& root = "");

}  // namespace hotlock::collector
