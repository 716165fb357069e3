// Search for separate debug files (GDB manual, "Debugging Information in Separate Files").
#include "analyzer/symbols/debug_file.h"

#include <elfutils/libdwelf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

namespace hotlock::symbols {
namespace {

constexpr const char* debug_root = "/usr/lib/debug";

constexpr std::array<uint32_t, 256> make_crc_table() {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ (value & 1 ? 0xedb88320U : 0);
        table[i] = value;
    }
    return table;
}

// The checksum of .gnu_debuglink: CRC-32 as in zlib, over the whole file.
std::optional<uint32_t> file_crc(int fd) {
    static constexpr std::array<uint32_t, 256> table = make_crc_table();
    std::vector<unsigned char> buffer(1 << 16);
    uint32_t crc = UINT32_MAX;
    off_t at = 0;
    for (;;) {
        const ssize_t size = ::pread(fd, buffer.data(), buffer.size(), at);
        if (size < 0) return std::nullopt;
        if (size == 0) return ~crc;
        for (ssize_t i = 0; i < size; ++i)
            crc = table[(crc ^ buffer[i]) & 0xff] ^ (crc >> 8);
        at += size;
    }
}

// The name in the link section comes from the file: it must not lead anywhere else.
bool is_plain_name(const std::string& name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

std::optional<ElfFile> find_by_link(const ElfFile& main) {
    GElf_Word crc = 0;
    const char* link = dwelf_elf_gnu_debuglink(main.elf(), &crc);
    if (!link || !is_plain_name(link) || !main.path().starts_with('/')) return std::nullopt;

    const std::string name = link;
    std::error_code failed;
    const std::string folder = std::filesystem::canonical(main.path(), failed).parent_path();
    if (failed) return std::nullopt;
    const std::array candidates = {
        fmt::format("{}/{}", folder, name),
        fmt::format("{}/.debug/{}", folder, name),
        fmt::format("{}{}/{}", debug_root, folder, name),
    };
    for (const std::string& path : candidates) {
        std::optional<ElfFile> file = ElfFile::open(path);
        if (file && file_crc(file->fd()) == crc) return file;
    }
    return std::nullopt;
}

}  // namespace

std::optional<ElfFile> find_by_build_id(const std::string& build_id) {
    if (build_id.size() < 2) return std::nullopt;
    std::string hex;
    for (const char byte : build_id)
        hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    std::optional<ElfFile> file = ElfFile::open(
        fmt::format("{}/.build-id/{}/{}.debug", debug_root, hex.substr(0, 2), hex.substr(2)));
    if (!file || file->build_id() != build_id) return std::nullopt;
    return file;
}

std::optional<ElfFile> find_debug_file(const ElfFile& main) {
    std::optional<ElfFile> file = find_by_build_id(main.build_id());
    return file ? std::move(file) : find_by_link(main);
}

}  // namespace hotlock::symbols
