// Attributes of DIEs.
#include "analyzer/symbols/dies.h"

#include <dwarf.h>

#include <cstring>

namespace hotlock::symbols {
namespace {

constexpr size_t max_text = 4096;

}  // namespace

std::string bounded(const char* text) {
    return text ? std::string(text, ::strnlen(text, max_text)) : std::string();
}

std::string die_name(Dwarf_Die die) {
    return bounded(dwarf_diename(&die));
}

std::optional<Dwarf_Die> referenced(Dwarf_Die die, unsigned attribute) {
    Dwarf_Attribute value;
    Dwarf_Die target;
    if (dwarf_attr_integrate(&die, attribute, &value) == nullptr) return std::nullopt;
    if (dwarf_formref_die(&value, &target) == nullptr) return std::nullopt;
    return target;
}

std::optional<uint64_t> unsigned_attribute(Dwarf_Die die, unsigned attribute) {
    Dwarf_Attribute value;
    Dwarf_Word number = 0;
    if (dwarf_attr_integrate(&die, attribute, &value) == nullptr) return std::nullopt;
    if (dwarf_formudata(&value, &number) != 0) return std::nullopt;
    return number;
}

}  // namespace hotlock::symbols
