// The frame descriptions of a file (.eh_frame, else .debug_frame), found by code address.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/symbols/byte_reader.h"
#include "analyzer/symbols/elf_file.h"

namespace hotlock::symbols {

// What the descriptions of a file have in common (a CIE).
struct FrameFamily {
    Bytes program;
    uint64_t code_factor = 1;
    int64_t data_factor = 1;
    uint64_t return_address_register = 0;
    bool signal = false;
    uint8_t pointer_encoding = 0;  // DW_EH_PE_*
    bool sized_augmentation = false;
};

// One function, or a part of one (an FDE).
struct FrameDescription {
    uint64_t start = 0;  // ELF virtual addresses
    uint64_t end = 0;    // exclusive
    size_t family = 0;
    Bytes program;
};

class FrameTable {
  public:
    // Of the file's .eh_frame, else of its .debug_frame; the file must outlive the table.
    // Descriptions in forms that compilers do not emit are left out.
    explicit FrameTable(const ElfFile& file);

    bool empty() const { return descriptions_.empty(); }

    const FrameDescription* find(uint64_t address) const;
    const FrameFamily& family(const FrameDescription& description) const {
        return families_[description.family];
    }

  private:
    struct Section;

    void read(const ElfFile& file, bool eh_frame);
    void add_family(Section& section, uint64_t offset, const Dwarf_CIE& cie);
    void add_description(const Section& section, const Dwarf_FDE& fde);

    std::vector<FrameFamily> families_;
    std::vector<FrameDescription> descriptions_;  // by start
};

}  // namespace hotlock::symbols
