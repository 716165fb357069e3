// Splits call frame sections into entries (Linux Standard Base Core, "DWARF Extensions").
#include "analyzer/symbols/frame_table.h"

#include <dwarf.h>
#include <gelf.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace hotlock::symbols {

struct FrameTable::Section {
    Elf_Data* data = nullptr;
    uint64_t address = 0;
    std::unordered_map<uint64_t, size_t> families;  // index by offset in the section
};

namespace {

constexpr unsigned char elf64[EI_NIDENT] = {ELFMAG0,    ELFMAG1,     ELFMAG2,   ELFMAG3,
                                            ELFCLASS64, ELFDATA2LSB, EV_CURRENT};

Elf_Data* section_data(Elf_Scn* section) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) return nullptr;
    const bool compressed = (header.sh_flags & SHF_COMPRESSED) != 0;
    if (compressed && elf_compress(section, 0, 0) < 0) return nullptr;
    Elf_Data* const data = elf_rawdata(section, nullptr);
    return data && data->d_buf && data->d_size != 0 ? data : nullptr;
}

// A pointer without what it is relative to.
std::optional<uint64_t> read_pointer(ByteReader& reader, uint8_t encoding) {
    switch (encoding & 0x0f) {
        case DW_EH_PE_absptr:
        case DW_EH_PE_udata8:
        case DW_EH_PE_sdata8:
            return reader.number<uint64_t>();
        case DW_EH_PE_udata4:
            return reader.number<uint32_t>();
        case DW_EH_PE_sdata4:
            return static_cast<uint64_t>(int64_t{reader.number<int32_t>()});
        case DW_EH_PE_udata2:
            return reader.number<uint16_t>();
        case DW_EH_PE_sdata2:
            return static_cast<uint64_t>(int64_t{reader.number<int16_t>()});
        default:
            return std::nullopt;
    }
}

// Encoding of code addresses and the signal flag, which the augmentation string announces in the
// order in which their data follow.
bool read_augmentation(const Dwarf_CIE& cie, FrameFamily& family) {
    std::string_view letters = cie.augmentation;
    if (letters.empty()) return true;
    if (letters.front() != 'z') return false;
    family.sized_augmentation = true;
    ByteReader data({cie.augmentation_data, cie.augmentation_data_size});
    for (const char letter : letters.substr(1)) {
        if (letter == 'S') family.signal = true;
        if (letter == 'R') family.pointer_encoding = data.number<uint8_t>();
        if (letter == 'L') data.number<uint8_t>();
        if (letter == 'P' && !read_pointer(data, data.number<uint8_t>())) return false;
    }
    return data.ok();
}

}  // namespace

FrameTable::FrameTable(const ElfFile& file) {
    read(file, true);
    if (empty()) read(file, false);
    std::ranges::sort(descriptions_, {}, &FrameDescription::start);
}

void FrameTable::read(const ElfFile& file, bool eh_frame) {
    Elf_Scn* const scn = file.section(eh_frame ? ".eh_frame" : ".debug_frame");
    GElf_Shdr header;
    Elf_Data* const data = scn ? section_data(scn) : nullptr;
    if (!data || gelf_getshdr(scn, &header) == nullptr) return;

    Section section{data, header.sh_addr, {}};
    std::vector<Dwarf_FDE> fdes;
    Dwarf_CFI_Entry entry;
    Dwarf_Off next = 0;
    for (Dwarf_Off at = 0;; at = next) {
        // Of the failures only those that still tell where the next entry is are passed over.
        const int result = dwarf_next_cfi(elf64, section.data, eh_frame, at, &next, &entry);
        if (result > 0 || next <= at) break;
        if (result < 0) continue;
        if (dwarf_cfi_cie_p(&entry)) {
            add_family(section, at, entry.cie);
        } else {
            fdes.push_back(entry.fde);
        }
    }
    for (const Dwarf_FDE& fde : fdes)
        add_description(section, fde);
}

void FrameTable::add_family(Section& section, uint64_t offset, const Dwarf_CIE& cie) {
    FrameFamily family{.program = {cie.initial_instructions, cie.initial_instructions_end},
                       .code_factor = cie.code_alignment_factor,
                       .data_factor = cie.data_alignment_factor,
                       .return_address_register = cie.return_address_register};
    if (!read_augmentation(cie, family)) return;
    section.families.emplace(offset, families_.size());
    families_.push_back(family);
}

void FrameTable::add_description(const Section& section, const Dwarf_FDE& fde) {
    const auto found = section.families.find(fde.CIE_pointer);
    if (found == section.families.end()) return;
    const FrameFamily& family = families_[found->second];

    const uint8_t application = family.pointer_encoding & 0xf0;
    if (application != DW_EH_PE_absptr && application != DW_EH_PE_pcrel) return;
    const auto* const begin = static_cast<const uint8_t*>(section.data->d_buf);
    const uint64_t place = section.address + static_cast<uint64_t>(fde.start - begin);

    ByteReader reader({fde.start, fde.end});
    const auto start = read_pointer(reader, family.pointer_encoding);
    const auto size = read_pointer(reader, family.pointer_encoding);
    if (family.sized_augmentation) reader.take(reader.uleb());
    if (!start || !size || !reader.ok()) return;

    FrameDescription description{.family = found->second, .program = reader.rest()};
    description.start = *start + (application == DW_EH_PE_pcrel ? place : 0);
    if (__builtin_add_overflow(description.start, *size, &description.end)) return;
    if (description.end > description.start) descriptions_.push_back(description);
}

const FrameDescription* FrameTable::find(uint64_t address) const {
    const auto after =
        std::ranges::upper_bound(descriptions_, address, {}, &FrameDescription::start);
    if (after == descriptions_.begin() || address >= std::prev(after)->end) return nullptr;
    return &*std::prev(after);
}

}  // namespace hotlock::symbols
