// Opens DWARF, and looks for supplementary files in libdw's place.
#include "analyzer/symbols/dwarf_file.h"

#include <elfutils/libdwelf.h>

#include <string>

#include "analyzer/symbols/debug_file.h"

namespace hotlock::symbols {

namespace {

// libdw reads past the end of a string that has no end (seen for file names of line tables).
bool has_whole_strings(const ElfFile& file) {
    for (const char* name : {".debug_str", ".debug_line_str", ".zdebug_str", ".zdebug_line_str"}) {
        Elf_Scn* const section = file.section(name);
        if (!section) continue;
        const Elf_Data* const data = elf_getdata(section, nullptr);
        if (!data || !data->d_buf || data->d_size == 0) return false;
        if (static_cast<const char*>(data->d_buf)[data->d_size - 1] != '\0') return false;
    }
    return true;
}

// Opening takes the compression off, so the strings can be looked at only then.
DwarfHandle open_dwarf(const ElfFile& file) {
    DwarfHandle dwarf(dwarf_begin_elf(file.elf(), DWARF_C_READ, nullptr));
    if (dwarf && !has_whole_strings(file)) dwarf.reset();
    return dwarf;
}

}  // namespace

DwarfFile::DwarfFile(const ElfFile& file) : dwarf_(open_dwarf(file)) {
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
    supplement_ = open_dwarf(*supplement_file_);
    if (supplement_) dwarf_setalt(dwarf_.get(), supplement_.get());
    return supplement_ != nullptr;
}

}  // namespace hotlock::symbols
