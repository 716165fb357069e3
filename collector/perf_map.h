// Names that just-in-time compilers leave in /tmp/perf-PID.map, a line "START SIZE NAME" each, the
// first two hexadecimal (Linux: tools/perf/Documentation/jit-interface.txt).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::collector {

struct PerfMap {
    std::string text;
    bool cut = false;  // the file is longer than 64 MiB: this is its end
};

// Anybody may put a file there: nothing unless it is a regular file, no link, that belongs to
// `owner` or root and was written since `not_before` (Unix ns): older ones are of a process that
// had this number earlier.
std::optional<PerfMap> read_perf_map(const std::string& path, uid_t owner, int64_t not_before);

// Of the lines, for each address the last that covers it, in the order of the file. Names are cut
// at 1 KiB.
std::vector<recording::JitSymbol> symbols_at(std::set<uint64_t> addresses, std::string_view text,
                                             uint32_t pid);

}  // namespace hotlock::collector
