// Opening ELF files and reading their program headers.
#include "analyzer/symbols/elf_file.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "common/base/vdso.h"

namespace hotlock::symbols {
namespace {

constexpr off_t max_file_size = off_t{2} << 30;
constexpr uint64_t page_size = 4096;
constexpr uint64_t max_code = 1 << 20;

bool is_wanted(const struct stat& status) {
    return S_ISREG(status.st_mode) && status.st_size <= max_file_size;
}

bool is_x86_64(Elf* elf) {
    GElf_Ehdr header;
    return elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) != nullptr &&
           header.e_machine == EM_X86_64 && header.e_ident[EI_CLASS] == ELFCLASS64;
}

std::string read_build_id(Elf* elf) {
    const void* bytes = nullptr;
    const ssize_t size = dwelf_elf_gnu_build_id(elf, &bytes);
    if (size <= 0) return {};
    return {static_cast<const char*>(bytes), static_cast<size_t>(size)};
}

}  // namespace

UniqueFd open_regular(const std::string& path) {
    // The first look keeps us from opening devices and pipes, the second one from races.
    struct stat status {};
    if (path.empty() || path.front() != '/') return {};
    if (::stat(path.c_str(), &status) != 0 || !is_wanted(status)) return {};
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!fd || ::fstat(fd.get(), &status) != 0 || !is_wanted(status)) return {};
    return fd;
}

std::optional<ElfFile> ElfFile::open(const std::string& path) {
    elf_version(EV_CURRENT);
    UniqueFd fd = open_regular(path);
    if (!fd) return std::nullopt;
    // Read instead of mapped: a mapped file that somebody cuts short would kill us by SIGBUS.
    ElfHandle elf(elf_begin(fd.get(), ELF_C_READ, nullptr));
    if (!elf || !is_x86_64(elf.get())) return std::nullopt;
    return ElfFile(std::move(fd), {}, std::move(elf), path);
}

std::optional<ElfFile> ElfFile::open_vdso() {
    elf_version(EV_CURRENT);
    const std::span<const uint8_t> image = own_vdso();
    std::vector<char> bytes(image.begin(), image.end());  // libelf wants to own what it reads
    ElfHandle elf(elf_memory(bytes.data(), bytes.size()));
    if (!elf || !is_x86_64(elf.get())) return std::nullopt;
    return ElfFile({}, std::move(bytes), std::move(elf), std::string(vdso_path));
}

ElfFile::ElfFile(UniqueFd fd, std::vector<char> bytes, ElfHandle elf, std::string path)
    : fd_(std::move(fd)), bytes_(std::move(bytes)), elf_(std::move(elf)), path_(std::move(path)) {
    build_id_ = read_build_id(elf_.get());
    read_segments();
}

void ElfFile::read_segments() {
    size_t count = 0;
    if (elf_getphdrnum(elf_.get(), &count) != 0) return;
    for (size_t i = 0; i < count; ++i) {
        GElf_Phdr header;
        if (gelf_getphdr(elf_.get(), static_cast<int>(i), &header) == nullptr) return;
        if (header.p_type != PT_LOAD) continue;
        uint64_t end = 0;
        if (__builtin_add_overflow(header.p_vaddr, header.p_memsz, &end)) continue;
        virtual_end_ = std::max(virtual_end_, end);
        segments_.push_back({header.p_offset, header.p_vaddr, header.p_filesz});
        if ((header.p_flags & PF_X) != 0) code_.push_back(segments_.back());
    }
}

std::optional<uint64_t> ElfFile::virtual_address(uint64_t file_offset) const {
    for (const Segment& segment : code_) {
        const uint64_t lead = segment.offset % page_size;
        const uint64_t distance = file_offset - (segment.offset - lead);
        const uint64_t mapped = (lead + segment.size + page_size - 1) / page_size * page_size;
        if (file_offset < segment.offset - lead || distance >= mapped) continue;
        return segment.address - lead + distance;
    }
    return std::nullopt;
}

const ElfFile::Segment* ElfFile::holder(const std::vector<Segment>& segments, uint64_t address,
                                        uint64_t size) {
    for (const Segment& segment : segments) {
        const uint64_t distance = address - segment.address;
        if (address < segment.address || distance >= segment.size) continue;
        return size <= segment.size - distance ? &segment : nullptr;
    }
    return nullptr;
}

std::vector<uint8_t> ElfFile::code(uint64_t address, uint64_t size) const {
    const Segment* const segment = holder(code_, address, size);
    if (!segment || size > max_code) return {};
    std::vector<uint8_t> bytes(size);
    const auto at = static_cast<off_t>(segment->offset + (address - segment->address));
    const ssize_t read = ::pread(fd_.get(), bytes.data(), size, at);
    return read == static_cast<ssize_t>(size) ? bytes : std::vector<uint8_t>{};
}

std::optional<uint64_t> ElfFile::word(uint64_t address) const {
    uint64_t value = 0;
    const Segment* const segment = holder(segments_, address, sizeof value);
    if (!segment) return std::nullopt;
    const auto at = static_cast<off_t>(segment->offset + (address - segment->address));
    if (::pread(fd_.get(), &value, sizeof value, at) != sizeof value) return std::nullopt;
    return value;
}

Elf_Scn* ElfFile::section(const char* name) const {
    size_t names = 0;
    if (elf_getshdrstrndx(elf_.get(), &names) != 0) return nullptr;
    for (Elf_Scn* scn = elf_nextscn(elf_.get(), nullptr); scn; scn = elf_nextscn(elf_.get(), scn)) {
        GElf_Shdr header;
        if (gelf_getshdr(scn, &header) == nullptr) continue;
        const char* found = elf_strptr(elf_.get(), names, header.sh_name);
        if (found && std::strcmp(found, name) == 0) return scn;
    }
    return nullptr;
}

}  // namespace hotlock::symbols
