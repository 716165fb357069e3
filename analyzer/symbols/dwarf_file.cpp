// Opens DWARF, and looks for supplementary files in libdw's place.
#include "analyzer/symbols/dwarf_file.h"

#include <elfutils/libdwelf.h>

#include <string>

#include "analyzer/symbols/debug_file.h"

namespace hotlock::symbols {

DwarfFile::DwarfFile(const ElfFile& file)
    : dwarf_(dwarf_begin_elf(file.elf(), DWARF_C_READ, nullptr)) {
    if (dwarf_ && !find_supplement()) dwarf_.reset();
}

// Left to itself libdw would open whatever path the file names, pipes and devices included. Only
// what the build-id leads to is taken; without its supplement the rest cannot be read.
bool DwarfFile::find_supplement() {
    const char* name = nullptr;
    const void* bytes = nullptr;
    const ssize_t size = dwelf_dwarf_gnu_debugaltlink(dwarf_.get(), &name, &bytes);
    if (size == 0) return true;
    if (size < 0) return false;
    supplement_file_ =
        find_by_build_id({static_cast<const char*>(bytes), static_cast<size_t>(size)});
    if (!supplement_file_) return false;
    supplement_.reset(dwarf_begin_elf(supplement_file_->elf(), DWARF_C_READ, nullptr));
    if (supplement_) dwarf_setalt(dwarf_.get(), supplement_.get());
    return supplement_ != nullptr;
}

}  // namespace hotlock::symbols
