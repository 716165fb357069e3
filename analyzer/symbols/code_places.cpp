// Descends from a function to the inlined call that an address belongs to.
#include "analyzer/symbols/code_places.h"

#include <dwarf.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/symbols/demangle.h"
#include "analyzer/symbols/dies.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 128;

// Ranges that are looked at for one address; the largest real functions have some thousands.
constexpr int max_ranges = 200'000;

std::string linkage_name(Dwarf_Die die) {
    Dwarf_Attribute name;
    for (const unsigned attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
        if (dwarf_attr_integrate(&die, attribute, &name) == nullptr) continue;
        if (const char* text = dwarf_formstring(&name)) return bounded(text);
    }
    return {};
}

// The entry that an inlined or out-of-line instance was made from.
Dwarf_Die origin_of(Dwarf_Die die) {
    for (int hops = 0; hops < 4; ++hops) {
        std::optional<Dwarf_Die> origin = referenced(die, DW_AT_abstract_origin);
        if (!origin) origin = referenced(die, DW_AT_specification);
        if (!origin) break;
        die = *origin;
    }
    return die;
}

std::string function_name(DwarfIndex& index, Dwarf_Die die) {
    if (const std::string mangled = linkage_name(die); !mangled.empty()) return demangle(mangled);
    const std::string name = die_name(die);
    return name.empty() ? name : index.scope_of(origin_of(die)) + name;
}

class Descent {
  public:
    explicit Descent(uint64_t address) : address_(address) {}

    // Inlined calls around the address, outermost first.
    std::vector<Dwarf_Die> inlined_in(Dwarf_Die function) {
        std::vector<Dwarf_Die> calls;
        std::optional<Dwarf_Die> block = function;
        for (int depth = 0; depth < max_depth; ++depth) {
            block = block_in(*block);
            if (!block) break;
            if (dwarf_tag(&*block) == DW_TAG_inlined_subroutine) calls.push_back(*block);
        }
        return calls;
    }

  private:
    std::optional<Dwarf_Die> block_in(Dwarf_Die parent) {
        std::optional<Dwarf_Die> found;
        each_child(parent, [&](Dwarf_Die child) {
            const int tag = dwarf_tag(&child);
            if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) return true;
            if (covers(child)) found = child;
            return !found && budget_ > 0;
        });
        return found;
    }

    bool covers(Dwarf_Die die) {
        bool covered = false;
        each_range(die, [&](uint64_t start, uint64_t end) {
            covered = address_ >= start && address_ < end;
            return !covered && --budget_ > 0;
        });
        return covered;
    }

    uint64_t address_;
    int budget_ = max_ranges;
};

struct Line {
    std::string file;
    uint32_t number = 0;
};

Line line_at(Dwarf_Die unit, uint64_t address) {
    Dwarf_Line* const line = dwarf_getsrc_die(&unit, address);
    int number = 0;
    if (!line || dwarf_lineno(line, &number) != 0) return {};
    return {bounded(dwarf_linesrc(line, nullptr, nullptr)), static_cast<uint32_t>(number)};
}

// Where an inlined call stands.
Line call_line(Dwarf_Die unit, Dwarf_Die call) {
    Dwarf_Files* files = nullptr;
    size_t count = 0;
    const auto file = unsigned_attribute(call, DW_AT_call_file);
    const auto number = unsigned_attribute(call, DW_AT_call_line);
    if (!file || !number || dwarf_getsrcfiles(&unit, &files, &count) != 0) return {};
    if (*file >= count) return {};
    return {bounded(dwarf_filesrc(files, *file, nullptr, nullptr)), static_cast<uint32_t>(*number)};
}

}  // namespace

std::vector<CodePlace> code_places(DwarfIndex& index, uint64_t address) {
    const std::optional<DwarfIndex::Code> code = index.code_at(address);
    if (!code) return {};

    std::vector<CodePlace> places;
    Line line = line_at(code->unit, address);
    if (code->function) {
        std::vector<Dwarf_Die> calls = Descent(address).inlined_in(*code->function);
        std::ranges::reverse(calls);
        for (const Dwarf_Die& call : calls) {
            places.push_back({function_name(index, call), std::move(line.file), line.number});
            line = call_line(code->unit, call);
        }
    }
    places.push_back({code->function ? function_name(index, *code->function) : std::string(),
                      std::move(line.file), line.number});
    return places;
}

}  // namespace hotlock::symbols
