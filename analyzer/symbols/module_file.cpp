// Opens a recorded file and the parts of it that are asked for.
#include "analyzer/symbols/module_file.h"

#include <dwarf.h>
#include <fmt/format.h>

#include "analyzer/symbols/code_places.h"
#include "analyzer/symbols/debug_file.h"
#include "analyzer/symbols/demangle.h"
#include "analyzer/symbols/dies.h"
#include "analyzer/symbols/frame_rules.h"
#include "analyzer/symbols/member_path.h"
#include "analyzer/symbols/vtable.h"
#include "common/base/vdso.h"

namespace hotlock::symbols {
namespace {

// Distinct code addresses that a run meets in one file; a recording that brings more pays twice.
constexpr size_t max_cached = 1 << 17;

// Of a class whose size is not known: what lies further behind may be anything.
constexpr uint64_t farthest_member = 4096;

AccessedObject unnamed_member(const std::string& class_name, uint64_t offset, uint32_t size) {
    return {.name = fmt::format("{}+{:#x}", class_name, offset), .size = size, .parts = {Layout{}}};
}

}  // namespace

std::shared_ptr<ModuleFile> ModuleFile::open(const unwind::Image& image) {
    const bool vdso = image.path == vdso_path;
    std::optional<ElfFile> file = vdso ? ElfFile::open_vdso() : ElfFile::open(image.path);
    if (!file) return nullptr;
    // The file was replaced since, or another kernel runs: its symbols would be lies.
    const bool unproven = !vdso && image.build_id.empty();
    if (!unproven && image.build_id != file->build_id()) return nullptr;
    return std::shared_ptr<ModuleFile>(new ModuleFile(std::move(*file)));
}

const std::optional<ElfFile>& ModuleFile::debug() {
    if (!debug_searched_) {
        debug_searched_ = true;
        debug_ = find_debug_file(main_);
    }
    return debug_;
}

Dwarf* ModuleFile::dwarf() {
    if (!dwarf_) {
        const bool separate = main_.section(".debug_info") == nullptr && debug();
        dwarf_.emplace(separate ? *debug() : main_);
    }
    return dwarf_->get();
}

DwarfIndex* ModuleFile::index() {
    if (!index_ && dwarf()) index_.emplace(dwarf());
    return index_ ? &*index_ : nullptr;
}

const FrameTable& ModuleFile::frames() {
    if (!frames_) {
        frames_.emplace(main_);
        // Looked for only now: most files have .eh_frame and need no second one.
        if (frames_->empty() && debug()) frames_.emplace(*debug());
    }
    return *frames_;
}

SymbolTable ModuleFile::read_symbols(SymbolTable::Kind kind) {
    if (debug()) return {kind, {&main_, &*debug()}};
    return {kind, {&main_}};
}

unwind::Rule ModuleFile::rule(uint64_t address) {
    if (const auto known = rules_.find(address); known != rules_.end()) return known->second;
    if (rules_.size() >= max_cached) rules_.clear();
    return rules_.emplace(address, frame_rule(frames(), address)).first->second;
}

// A symbol without a size ends with its frame description. Code without one (assembler) ends at
// the next symbol, provided that no symbol was stripped.
bool ModuleFile::reaches(const Symbol& unsized, uint64_t address) {
    if (const FrameDescription* around = frames().find(address)) {
        return around->start <= unsized.start;
    }
    return functions_->whole() && !frames().find(unsized.start);
}

const SymbolTable& ModuleFile::functions() {
    if (!functions_) functions_ = read_symbols(SymbolTable::Kind::functions);
    return *functions_;
}

std::optional<std::pair<uint64_t, uint64_t>> ModuleFile::function_bounds(uint64_t address) {
    if (const Symbol* symbol = functions().find(address))
        return std::pair(symbol->start, symbol->end);
    if (const FrameDescription* around = frames().find(address))
        return std::pair(around->start, around->end);
    return std::nullopt;
}

std::string ModuleFile::function(uint64_t address) {
    if (const Symbol* symbol = functions().find(address)) return demangle(symbol->name);
    const Symbol* unsized = functions().find_unsized(address);
    return unsized && reaches(*unsized, address) ? demangle(unsized->name) : std::string();
}

std::vector<CodePlace> ModuleFile::find_places(uint64_t address) {
    std::vector<CodePlace> found;
    if (DwarfIndex* known = index()) found = code_places(*known, address);
    if (found.empty()) found.emplace_back();
    // Symbols say more than debug information: parameters, and assembler code has no other name.
    if (std::string name = function(address); !name.empty()) {
        found.back().function = std::move(name);
    }
    return found;
}

const std::vector<CodePlace>& ModuleFile::places(uint64_t address) {
    if (const auto known = places_.find(address); known != places_.end()) return known->second;
    if (places_.size() >= max_cached) places_.clear();
    return places_.emplace(address, find_places(address)).first->second;
}

const Symbol* ModuleFile::variable_symbol(uint64_t address) {
    if (!variables_) variables_ = read_symbols(SymbolTable::Kind::variables);
    return variables_->find(address);
}

// Nothing without debug information about it.
std::optional<ObjectPlace> ModuleFile::typed_variable(uint64_t address) {
    const Symbol* const symbol = variable_symbol(address);
    DwarfIndex* const known = symbol ? index() : nullptr;
    const auto die = known ? known->variable_at(symbol->start) : std::nullopt;
    const auto type = die ? referenced(*die, DW_AT_type) : std::nullopt;
    if (!type) return std::nullopt;
    return ObjectPlace{.type = *type,
                       .offset = static_cast<int64_t>(address - symbol->start),
                       .root = ObjectPlace::Root::variable,
                       .origin = without_number(demangle(symbol->name))};
}

AccessIndex& ModuleFile::accesses() {
    if (!accesses_)
        accesses_ = std::make_unique<AccessIndex>(
            main_, index(), [this](uint64_t address) { return rule(address); },
            [this](uint64_t address) { return places(address).back().function; },
            [this](uint64_t address) { return typed_variable(address); });
    return *accesses_;
}

std::optional<DataSymbol> ModuleFile::variable(uint64_t address) {
    const Symbol* const symbol = variable_symbol(address);
    if (!symbol) return std::nullopt;
    DataSymbol found{{}, demangle(symbol->name), address - symbol->start};
    found.name = without_number(found.symbol);
    if (const auto typed = typed_variable(address)) {
        found.name += member_path(typed->type, found.offset);
        found.layout = layout_at(accesses().names(), typed->type, found.offset);
    } else if (found.offset != 0) {
        found.name += fmt::format("+{:#x}", found.offset);
    }
    return found;
}

std::optional<AccessedObject> ModuleFile::virtual_object(uint64_t vtable, uint64_t into,
                                                         uint32_t size) {
    const Symbol* const symbol = variable_symbol(vtable);
    const auto place = symbol ? vtable_place(main_, *symbol, vtable) : std::nullopt;
    if (!place || into > UINT32_MAX) return std::nullopt;
    const uint64_t offset = place->in_object + into;
    DwarfIndex* const known = index();
    const auto type = known ? known->class_named(place->class_name) : std::nullopt;
    if (type) {
        const ObjectPlace object{.type = *type, .offset = static_cast<int64_t>(offset)};
        return describe(accesses().names(), object);
    }
    if (offset > farthest_member || size == 0) return std::nullopt;
    return unnamed_member(place->class_name, offset, size);
}

}  // namespace hotlock::symbols
