// Finds the separate debug file of an ELF file, where distributions and objcopy put them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/symbols/elf_file.h"

namespace hotlock::symbols {

// By build-id under /usr/lib/debug/.build-id, else by .gnu_debuglink beside the file, in .debug
// beside it, or under /usr/lib/debug. Only a file with the same build-id or the right checksum.
std::optional<ElfFile> find_debug_file(const ElfFile& main);

// The file of that build-id (raw bytes) under /usr/lib/debug/.build-id.
std::optional<ElfFile> find_by_build_id(const std::string& build_id);

}  // namespace hotlock::symbols
