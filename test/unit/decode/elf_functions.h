// The functions that the dynamic symbols or the symbol table of an ELF file tell.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/decode/decoder.h"

namespace hotlock::decode {

// Bounds are offsets into `bytes`.
struct ElfFunctions {
    std::vector<uint8_t> bytes;
    std::vector<Bounds> bounds;
};

template <class T>
T at_offset(const std::vector<uint8_t>& bytes, uint64_t offset) {
    T value{};
    if (offset <= bytes.size() && sizeof value <= bytes.size() - offset)
        std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

// Addresses and offsets differ by a constant in the section that holds the symbol.
inline void add_function(ElfFunctions& file, const Elf64_Ehdr& header, const Elf64_Sym& symbol) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) return;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= header.e_shnum) return;
    const auto section =
        at_offset<Elf64_Shdr>(file.bytes, header.e_shoff + symbol.st_shndx * sizeof(Elf64_Shdr));
    const uint64_t start = symbol.st_value - section.sh_addr + section.sh_offset;
    if (start + symbol.st_size <= file.bytes.size())
        file.bounds.push_back({start, start + symbol.st_size});
}

inline ElfFunctions elf_functions(const std::string& path, uint32_t table) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    const std::string bytes = std::move(text).str();
    ElfFunctions file{{bytes.begin(), bytes.end()}, {}};
    const auto header = at_offset<Elf64_Ehdr>(file.bytes, 0);
    for (uint64_t i = 0; i < header.e_shnum; ++i) {
        const auto section =
            at_offset<Elf64_Shdr>(file.bytes, header.e_shoff + i * sizeof(Elf64_Shdr));
        if (section.sh_type != table) continue;
        for (uint64_t at = 0; at < section.sh_size; at += sizeof(Elf64_Sym))
            add_function(file, header, at_offset<Elf64_Sym>(file.bytes, section.sh_offset + at));
    }
    return file;
}

}  // namespace hotlock::decode
