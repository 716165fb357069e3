// From addresses to units, functions and variables.
#include "analyzer/symbols/dwarf_index.h"

#include <dwarf.h>

#include <algorithm>
#include <functional>

#include "analyzer/symbols/dies.h"

namespace hotlock::symbols {
namespace {

// Entries and ranges that are read of one file: some seconds' worth. What lies beyond has symbols,
// but no lines and members.
constexpr uint64_t max_entries = 40'000'000;

constexpr const char* unnamed_namespace = "(anonymous namespace)";

}  // namespace

DwarfIndex::DwarfIndex(Dwarf* dwarf) : dwarf_(dwarf), budget_(max_entries) {
    Dwarf_CU* unit = nullptr;
    Dwarf_CU* next = nullptr;
    Dwarf_Die die;
    uint8_t type = 0;
    while (dwarf_get_units(dwarf, unit, &next, nullptr, &type, &die, nullptr) == 0) {
        unit = next;
        if (type == DW_UT_compile) add_unit(die);
    }
    std::ranges::sort(ranges_, {}, &Range::start);
}

void DwarfIndex::add_unit(Dwarf_Die die) {
    units_.push_back({die, std::nullopt});
    each_range(die, [&](uint64_t start, uint64_t end) {
        if (budget_ == 0) return false;
        --budget_;
        ranges_.push_back({start, end, units_.size() - 1});
        return true;
    });
}

const UnitContents& DwarfIndex::contents(Unit& unit) {
    if (!unit.contents) unit.contents = read_unit(unit.die, budget_);
    return *unit.contents;
}

std::optional<Dwarf_Die> DwarfIndex::die_at(Dwarf_Off offset) {
    Dwarf_Die die;
    if (dwarf_offdie(dwarf_, offset, &die) == nullptr) return std::nullopt;
    return die;
}

std::optional<DwarfIndex::Code> DwarfIndex::code_at(uint64_t address) {
    const auto after = std::ranges::upper_bound(ranges_, address, {}, &Range::start);
    if (after == ranges_.begin() || address >= std::prev(after)->end) return std::nullopt;
    Unit& unit = units_[std::prev(after)->unit];

    const auto& functions = contents(unit).functions;
    const auto next =
        std::ranges::upper_bound(functions, address, {}, &UnitContents::Function::start);
    if (next == functions.begin() || address >= std::prev(next)->end) {
        return Code{unit.die, std::nullopt};
    }
    return Code{unit.die, die_at(std::prev(next)->die)};
}

std::optional<Dwarf_Die> DwarfIndex::variable_at(uint64_t address) {
    if (!variables_) {
        variables_.emplace();
        for (Unit& unit : units_) {
            for (const auto& variable : contents(unit).variables) {
                variables_->try_emplace(variable.address, variable.die);
            }
        }
    }
    const auto found = variables_->find(address);
    return found == variables_->end() ? std::nullopt : die_at(found->second);
}

std::optional<Dwarf_Die> DwarfIndex::class_named(const std::string& name) {
    if (!classes_) {
        classes_.emplace();
        for (Unit& unit : units_)
            for (const auto& known : contents(unit).classes) {
                const auto [at, is_new] = classes_->try_emplace(known.name, Class{known.die});
                if (!is_new) at->second.repeated = true;
            }
    }
    const auto found = classes_->find(std::hash<std::string>()(name));
    if (found == classes_->end()) return std::nullopt;
    // Units may each have a class of such a name of their own; all others they share.
    const bool own = name.find(unnamed_namespace) != std::string::npos;
    return own && found->second.repeated ? std::nullopt : die_at(found->second.die);
}

std::string DwarfIndex::scope_of(Dwarf_Die function) {
    if (dwarf_cu_getdwarf(function.cu) != dwarf_) return {};  // in the supplementary file
    const Dwarf_Off offset = dwarf_dieoffset(&function);
    const auto after = std::ranges::upper_bound(
        units_, offset, {}, [](Unit& unit) { return dwarf_dieoffset(&unit.die); });
    if (after == units_.begin()) return {};
    const auto& scopes = contents(*std::prev(after)).scopes;
    const auto scope = scopes.find(offset);
    return scope == scopes.end() ? std::string() : scope->second;
}

}  // namespace hotlock::symbols
