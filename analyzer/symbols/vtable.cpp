#include "analyzer/symbols/vtable.h"

#include <string_view>

#include "analyzer/symbols/demangle.h"

namespace hotlock::symbols {
namespace {

constexpr std::string_view mangled_prefix = "_ZTV";
constexpr std::string_view prefix = "vtable for ";
constexpr uint64_t word_bytes = 8;
constexpr uint64_t words_before = 2;  // distance to the object's start, type
constexpr uint64_t largest_object = 1 << 20;

}  // namespace

std::optional<VtablePlace> vtable_place(const ElfFile& file, const Symbol& symbol,
                                        uint64_t address) {
    if (!symbol.name.starts_with(mangled_prefix)) return std::nullopt;
    const uint64_t offset = address - symbol.start;
    if (offset % word_bytes != 0 || offset < words_before * word_bytes) return std::nullopt;
    const auto to_start = file.word(address - words_before * word_bytes);
    if (!to_start) return std::nullopt;
    const uint64_t in_object = -*to_start;
    if (in_object % word_bytes != 0 || in_object > largest_object) return std::nullopt;
    const std::string name = demangle(symbol.name);
    if (!name.starts_with(prefix)) return std::nullopt;
    return VtablePlace{name.substr(prefix.size()), in_object};
}

}  // namespace hotlock::symbols
