// Puts code, frame rules and debug information of a function together.
#include "analyzer/symbols/access_index.h"

#include <algorithm>
#include <utility>

#include "analyzer/symbols/dies.h"
#include "common/decode/x86_reader.h"

namespace hotlock::symbols {
namespace {

constexpr uint64_t longest_instruction = 15;
constexpr size_t max_functions = 64;
constexpr size_t max_objects = 8;
constexpr int max_parts = 1000;

std::vector<CodeBytes> code_of(const ElfFile& file, Dwarf_Die function) {
    std::vector<CodeBytes> parts;
    int budget = max_parts;
    each_range(function, [&](uint64_t start, uint64_t end) {
        parts.push_back({start, file.code(start, end - start)});
        return --budget > 0;
    });
    const bool whole =
        std::ranges::none_of(parts, [](const auto& part) { return part.bytes.empty(); });
    return whole ? parts : std::vector<CodeBytes>{};
}

uint64_t entry_of(Dwarf_Die function) {
    Dwarf_Addr entry = 0;
    return dwarf_entrypc(&function, &entry) == 0 ? entry : 0;
}

// Statics of functions are named "f()::x" by their symbols.
std::string as_scope(const std::string& function) {
    if (function.empty()) return "(unknown function)";
    return function.find('(') == std::string::npos ? function + "()" : function;
}

bool is_new(const std::vector<AccessedObject>& objects, const AccessedObject& object) {
    return std::ranges::none_of(objects, [&](const AccessedObject& other) {
        return other.name == object.name && other.size == object.size &&
               other.offset == object.offset;
    });
}

}  // namespace

AccessIndex::AccessIndex(const ElfFile& file, DwarfIndex* index,
                         std::function<unwind::Rule(uint64_t)> rule,
                         std::function<std::string(uint64_t)> function_name,
                         std::function<std::optional<ObjectPlace>(uint64_t)> variable)
    : elf_(file),
      index_(index),
      function_name_(std::move(function_name)),
      reader_(decode::make_x86_reader()),
      facts_{std::move(rule), std::move(variable), names_} {}

AccessedMemory AccessIndex::at(uint64_t address) {
    AccessedMemory memory;
    std::vector<uint8_t> bytes;
    for (uint64_t size = longest_instruction; size > 0 && bytes.empty(); --size)
        bytes = elf_.code(address, size);
    const auto instruction = reader_->read(bytes, address);
    if (!instruction || !instruction->operand) return memory;
    memory.size = instruction->operand->size;
    memory.own_stack =
        instruction->stack || is_on_own_stack(*instruction->operand, facts_.rule(address));
    memory.objects = objects_at(address);
    return memory;
}

std::vector<AccessedObject> AccessIndex::objects_at(uint64_t address) {
    std::vector<AccessedObject> objects;
    const FunctionFacts* const function = function_at(address);
    const auto number = function ? function->code.find(address) : std::nullopt;
    if (!number) return objects;
    for (const ObjectPlace& place : OperandSearch(facts_, *function).objects(*number)) {
        std::optional<AccessedObject> object = describe(names_, place);
        if (object && is_new(objects, *object)) objects.push_back(*std::move(object));
        if (objects.size() == max_objects) break;
    }
    return objects;
}

const FunctionFacts* AccessIndex::function_at(uint64_t address) {
    const auto code = index_ ? index_->code_at(address) : std::nullopt;
    if (!code || !code->function) return nullptr;
    Dwarf_Die function = *code->function;
    const Dwarf_Off entry = dwarf_dieoffset(&function);
    const auto known = functions_.find(entry);
    if (known != functions_.end()) return &known->second;
    if (functions_.size() >= max_functions) functions_.clear();
    return &functions_.emplace(entry, read_function(function, address)).first->second;
}

FunctionFacts AccessIndex::read_function(Dwarf_Die function, uint64_t address) const {
    return {as_scope(function_name_(address)),
            FunctionCode(*reader_, code_of(elf_, function), entry_of(function)),
            variable_places(function)};
}

}  // namespace hotlock::symbols
