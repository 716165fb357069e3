// Reads symbol sections and searches them by address.
#include "analyzer/symbols/symbol_table.h"

#include <gelf.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace hotlock::symbols {
namespace {

// Symbols inside symbols are rare, long chains of them only come from damaged files.
constexpr int max_nested = 256;

bool is_wanted(const GElf_Sym& symbol, SymbolTable::Kind kind) {
    const bool defined = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < SHN_LORESERVE;
    const int type = kind == SymbolTable::Kind::functions ? STT_FUNC : STT_OBJECT;
    return defined && GELF_ST_TYPE(symbol.st_info) == type;
}

std::optional<uint64_t> section_end(Elf* elf, size_t index) {
    GElf_Shdr header;
    if (gelf_getshdr(elf_getscn(elf, index), &header) == nullptr) return std::nullopt;
    uint64_t end = 0;
    if (__builtin_add_overflow(header.sh_addr, header.sh_size, &end)) return std::nullopt;
    return end;
}

size_t underscores(std::string_view name) {
    if (name.starts_with("_Z")) return 0;
    return std::min(name.find_first_not_of('_'), name.size());
}

// One address often has several names (pthread_mutex_lock, __pthread_mutex_lock,
// __GI___pthread_mutex_lock): the exported and plainest one is the one that people know. The vDSO
// is not to be taken for the libc functions that call it.
bool is_plainer(const Symbol& a, const Symbol& b) {
    const auto rank = [](const Symbol& symbol) {
        return std::tuple(!symbol.name.starts_with("__vdso_"), underscores(symbol.name),
                          symbol.local, symbol.name.size(), symbol.name);
    };
    return rank(a) < rank(b);
}

// The first symbol of `symbols` (by start) that starts after the address.
size_t first_after(const std::vector<Symbol>& symbols, uint64_t address) {
    return static_cast<size_t>(std::ranges::upper_bound(symbols, address, {}, &Symbol::start) -
                               symbols.begin());
}

}  // namespace

SymbolTable::SymbolTable(Kind kind, std::initializer_list<const ElfFile*> files) {
    for (const ElfFile* file : files) {
        Elf* const elf = file->elf();
        for (Elf_Scn* at = elf_nextscn(elf, nullptr); at; at = elf_nextscn(elf, at)) {
            add(elf, at, kind);
        }
    }
    sort();
}

void SymbolTable::add(Elf* elf, Elf_Scn* section, Kind kind) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) return;
    if (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM) return;
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (!data) return;
    if (header.sh_type == SHT_SYMTAB) whole_ = true;

    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
        if (!is_wanted(symbol, kind)) continue;
        const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (!name || *name == '\0') continue;
        Symbol entry{symbol.st_value, 0, name, GELF_ST_BIND(symbol.st_info) == STB_LOCAL};
        if (symbol.st_size == 0) {
            entry.end = section_end(elf, symbol.st_shndx).value_or(0);
            if (entry.end > entry.start) unsized_.push_back(entry);
        } else if (!__builtin_add_overflow(entry.start, symbol.st_size, &entry.end)) {
            sized_.push_back(entry);
        }
    }
}

void SymbolTable::sort() {
    std::ranges::sort(sized_, {}, &Symbol::start);
    std::ranges::sort(unsized_, {}, &Symbol::start);
    reach_.reserve(sized_.size());
    uint64_t reach = 0;
    for (const Symbol& symbol : sized_)
        reach_.push_back(reach = std::max(reach, symbol.end));
}

const Symbol* SymbolTable::find(uint64_t address) const {
    const Symbol* best = nullptr;
    size_t at = first_after(sized_, address);
    for (int steps = 0; at > 0 && reach_[at - 1] > address && steps < max_nested; ++steps) {
        const Symbol& symbol = sized_[--at];
        if (best && symbol.start != best->start) break;
        if (symbol.end > address && (!best || is_plainer(symbol, *best))) best = &symbol;
    }
    return best;
}

const Symbol* SymbolTable::find_unsized(uint64_t address) const {
    const Symbol* best = nullptr;
    for (size_t at = first_after(unsized_, address); at > 0;) {
        const Symbol& symbol = unsized_[--at];
        if (best && symbol.start != best->start) break;
        if (!best || is_plainer(symbol, *best)) best = &symbol;
    }
    if (!best || best->end <= address) return nullptr;
    const size_t sized = first_after(sized_, address);
    return sized > 0 && sized_[sized - 1].start >= best->start ? nullptr : best;
}

}  // namespace hotlock::symbols
