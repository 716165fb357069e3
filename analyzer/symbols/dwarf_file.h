// The debug information of one ELF file, with the supplementary file that dwz may have split off.
#pragma once

#include <optional>

#include "analyzer/symbols/elf_file.h"
#include "analyzer/symbols/handles.h"

namespace hotlock::symbols {

class DwarfFile {
  public:
    // Without debug information when the file has none, or when a part of it cannot be found.
    // `file` must outlive this.
    explicit DwarfFile(const ElfFile& file);

    Dwarf* get() const { return dwarf_.get(); }  // null: no debug information

  private:
    bool find_supplement();

    std::optional<ElfFile> supplement_file_;
    DwarfHandle supplement_;
    DwarfHandle dwarf_;
};

}  // namespace hotlock::symbols
