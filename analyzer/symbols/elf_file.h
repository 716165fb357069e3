// An x86-64 ELF file, opened with suspicion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/symbols/handles.h"
#include "common/base/unique_fd.h"

namespace hotlock::symbols {

// Opens a regular file of at most 2 GiB by its absolute path; nothing when it is anything else.
// System paths lead through links (/lib -> usr/lib), so links are followed; what counts is where
// they end, and whether the build-id found there is the recorded one.
UniqueFd open_regular(const std::string& path);

class ElfFile {
  public:
    // Nothing when the file cannot be read or is not an x86-64 program or library.
    static std::optional<ElfFile> open(const std::string& path);

    // The vDSO of this process.
    static std::optional<ElfFile> open_vdso();

    Elf* elf() const { return elf_.get(); }
    int fd() const { return fd_.get(); }
    const std::string& path() const { return path_; }
    const std::string& build_id() const { return build_id_; }  // raw bytes; empty: none

    // ELF virtual address of an offset in an executable segment, counted in whole pages as the
    // segment is mapped; nothing elsewhere.
    std::optional<uint64_t> virtual_address(uint64_t file_offset) const;

    // One past the highest address of all segments; 0 when there are none.
    uint64_t virtual_end() const { return virtual_end_; }

    // Code as it stands in the file, at most 1 MiB; empty where that is not all in one segment.
    std::vector<uint8_t> code(uint64_t address, uint64_t size) const;

    // The 8 bytes at an address as they stand in the file, before relocation; nothing where the
    // file has none.
    std::optional<uint64_t> word(uint64_t address) const;

    // The section of that name, or null.
    Elf_Scn* section(const char* name) const;

  private:
    struct Segment {
        uint64_t offset = 0;
        uint64_t address = 0;
        uint64_t size = 0;  // in the file
    };
    static const Segment* holder(const std::vector<Segment>& segments, uint64_t address,
                                 uint64_t size);

    ElfFile(UniqueFd fd, std::vector<char> bytes, ElfHandle elf, std::string path);
    void read_segments();

    // elf_ reads from one of the two when asked.
    UniqueFd fd_;
    std::vector<char> bytes_;
    ElfHandle elf_;
    std::string path_;
    std::string build_id_;
    std::vector<Segment> segments_;
    std::vector<Segment> code_;  // those that are executable
    uint64_t virtual_end_ = 0;
};

}  // namespace hotlock::symbols
