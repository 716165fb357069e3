// Build-id from the PT_NOTE segments of an ELF file. Reads little and believes nothing.
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "collector/sideband_reader.h"
#include "common/base/unique_fd.h"
#include "common/base/vdso.h"

namespace hotlock::collector {

namespace {

constexpr size_t max_headers = 256;
constexpr size_t max_note_bytes = 64 << 10;

// Copies all of `bytes` from a place in the file; false when it has fewer.
using Read = std::function<bool(uint64_t offset, void* to, size_t bytes)>;

template <class T>
bool read_at(const Read& read, uint64_t offset, T* to, size_t count) {
    return read(offset, to, count * sizeof(T));
}

size_t padded(size_t bytes) {
    return (bytes + 3) & ~size_t{3};
}

// Walks Elf64_Nhdr entries; "GNU" notes of type NT_GNU_BUILD_ID hold the id.
std::string find_in_notes(const std::vector<char>& notes) {
    size_t at = 0;
    while (at + sizeof(Elf64_Nhdr) <= notes.size()) {
        Elf64_Nhdr note;
        std::memcpy(&note, &notes[at], sizeof note);
        const size_t name = at + sizeof note;
        if (note.n_namesz > notes.size() || note.n_descsz > notes.size()) return {};
        const size_t description = name + padded(note.n_namesz);
        if (description + note.n_descsz > notes.size()) return {};
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && note.n_descsz <= 20 &&
            std::memcmp(&notes[name], "GNU", 4) == 0)
            return {&notes[description], note.n_descsz};
        at = description + padded(note.n_descsz);
    }
    return {};
}

std::string find_build_id(const Read& read) {
    Elf64_Ehdr header;
    if (!read_at(read, 0, &header, 1) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr) ||
        header.e_phnum > max_headers)
        return {};
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    if (!read_at(read, header.e_phoff, segments.data(), segments.size())) return {};
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type != PT_NOTE || segment.p_filesz > max_note_bytes) continue;
        std::vector<char> notes(segment.p_filesz);
        if (!read_at(read, segment.p_offset, notes.data(), notes.size())) continue;
        if (std::string id = find_in_notes(notes); !id.empty()) return id;
    }
    return {};
}

bool read_vdso(uint64_t offset, void* to, size_t bytes) {
    const std::span<const uint8_t> image = own_vdso();
    if (offset > image.size() || bytes > image.size() - offset) return false;
    std::memcpy(to, image.data() + offset, bytes);
    return true;
}

}  // namespace

std::string read_build_id(const std::string& path) {
    if (path == vdso_path) return find_build_id(read_vdso);
    if (!path.starts_with('/')) return {};
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return find_build_id([&](uint64_t offset, void* to, size_t bytes) {
        return ::pread(file.get(), to, bytes, static_cast<off_t>(offset)) ==
               static_cast<ssize_t>(bytes);
    });
}

}  // namespace hotlock::collector
