// .eh_frame_hdr: Linux Standard Base Core, "DWARF Extensions".
#include "analyzer/symbols/frame_index.h"

#include <dwarf.h>
#include <gelf.h>

#include <algorithm>
#include <cstring>

namespace hotlock::symbols {
namespace {

// version, three encodings, pointer to .eh_frame, number of entries.
constexpr size_t header_size = 12;
constexpr size_t entry_size = 8;  // function start and frame description, relative to the section

template <class T>
T read(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

bool is_usual_form(const char* header) {
    return header[0] == 1 && header[1] == (DW_EH_PE_pcrel | DW_EH_PE_sdata4) &&
           header[2] == DW_EH_PE_udata4 && header[3] == (DW_EH_PE_datarel | DW_EH_PE_sdata4);
}

}  // namespace

FrameIndex::FrameIndex(const ElfFile& file) {
    Elf_Scn* const section = file.section(".eh_frame_hdr");
    GElf_Shdr shdr;
    if (!section || gelf_getshdr(section, &shdr) == nullptr) return;
    const Elf_Data* const data = elf_rawdata(section, nullptr);
    if (!data || !data->d_buf || data->d_size < header_size) return;
    const char* const bytes = static_cast<const char*>(data->d_buf);
    if (!is_usual_form(bytes)) return;

    const size_t room = (data->d_size - header_size) / entry_size;
    const size_t count = std::min<size_t>(read<uint32_t>(bytes + 8), room);
    starts_.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        const auto offset = read<int32_t>(bytes + header_size + i * entry_size);
        starts_.push_back(shdr.sh_addr + static_cast<uint64_t>(int64_t{offset}));
    }
    std::ranges::sort(starts_);
}

std::optional<uint64_t> FrameIndex::function_start(uint64_t address) const {
    const auto after = std::ranges::upper_bound(starts_, address);
    if (after == starts_.begin()) return std::nullopt;
    return *std::prev(after);
}

}  // namespace hotlock::symbols
