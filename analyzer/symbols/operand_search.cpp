// Follows registers backward. Known to perf's data type profiling as instruction tracking.
#include "analyzer/symbols/operand_search.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "analyzer/symbols/type_parts.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 8;
constexpr int max_stride_steps = 64;
constexpr uint8_t rsp = 4;
constexpr uint8_t rbp = 5;

// Registers that a call leaves as they were: rbx rsp rbp r12 to r15 (System V psABI AMD64, 3.2.1).
constexpr decode::RegisterMask kept_by_calls = 0xf038;

bool writes(const decode::Instruction& instruction, uint8_t number) {
    const auto bit = static_cast<decode::RegisterMask>(1U << number);
    if (instruction.flow == decode::Flow::call && (kept_by_calls & bit) == 0) return true;
    return (instruction.written & bit) != 0;
}

bool is_copy(const decode::Move& move) {
    return !move.loads && move.from.base && !move.from.index && move.from.displacement == 0;
}

// A null pointer: who comes this way does not access memory by it.
bool is_null(const decode::Move& move) {
    return !move.loads && move.from == decode::Operand{};
}

bool is_plain(const decode::Operand& operand) {
    return operand.segment == decode::Segment::none && !operand.wraps_at_4g && operand.computable;
}

bool covers(const VariablePlace& place, uint64_t address) {
    return address >= place.start && address < place.end;
}

}  // namespace

// The ways back from an instruction that are still to be walked, and what those told that were.
struct OperandSearch::Walk {
    using State = std::pair<size_t, uint8_t>;  // before the instruction, register
    std::set<State> seen;
    std::vector<State> open;
    std::optional<Places> common;

    void add(size_t number, uint8_t base) {
        if (seen.emplace(number, base).second) open.emplace_back(number, base);
    }
};

std::optional<int64_t> frame_offset(const decode::Operand& operand, const unwind::Rule& rule) {
    const bool by_sp = operand.base == rsp && rule.kind == unwind::Rule::Kind::sp;
    const bool by_fp = operand.base == rbp && rule.kind == unwind::Rule::Kind::fp;
    if (!by_sp && !by_fp) return std::nullopt;
    return static_cast<int64_t>(operand.displacement) - rule.cfa_offset;
}

bool is_on_own_stack(const decode::Operand& operand, const unwind::Rule& rule) {
    if (operand.segment != decode::Segment::none) return false;
    const bool frame =
        rule.kind == unwind::Rule::Kind::fp || rule.kind == unwind::Rule::Kind::fp_saved_sp;
    return operand.base == rsp || (operand.base == rbp && frame);
}

std::vector<ObjectPlace> OperandSearch::objects(size_t number) {
    const decode::Instruction& instruction = function_.code.at(number);
    if (!instruction.operand || instruction.stack) return {};
    // These operands are given with their registers as they are afterwards.
    if ((instruction.moved & decode::registers_of(*instruction.operand)) != 0) return {};
    return at_operand(number, *instruction.operand, max_depth);
}

OperandSearch::Places OperandSearch::at_operand(size_t number, const decode::Operand& operand,
                                                int depth) {
    if (!is_plain(operand) || depth <= 0 || --budget_ <= 0) return {};
    if (!operand.index) return without_index(number, operand, depth);
    const auto indexed = [&](const decode::Operand& bare, uint8_t index, uint64_t scale) {
        Places found;
        for (const ObjectPlace& place : without_index(number, bare, depth))
            if (auto element =
                    any_element(file_.names, place, stride(number, index, max_depth) * scale))
                found.push_back(*std::move(element));
        return found;
    };
    decode::Operand bare = operand;
    bare.index.reset();
    Places found = indexed(bare, *operand.index, operand.scale);
    // Base and index may have changed places.
    if (!found.empty() || operand.scale != 1) return found;
    bare.base = operand.index;
    return operand.base ? indexed(bare, *operand.base, 1) : without_index(number, bare, depth);
}

OperandSearch::Places OperandSearch::without_index(size_t number, const decode::Operand& operand,
                                                   int depth) {
    if (!operand.base) {
        const auto variable = file_.variable(operand.displacement);
        return variable ? Places{*variable} : Places{};
    }
    Places found = in_frame(number, operand);
    for (ObjectPlace& place : pointers(number, *operand.base, depth)) {
        place.offset += static_cast<int64_t>(operand.displacement);
        found.push_back(std::move(place));
    }
    return found;
}

// Variables that lie in memory where the operand does.
OperandSearch::Places OperandSearch::in_frame(size_t number, const decode::Operand& operand) {
    Places found;
    const uint64_t address = function_.code.at(number).address;
    const auto in_frame = frame_offset(operand, file_.rule(address));
    for (const VariablePlace& place : function_.places) {
        if (place.kind == VariablePlace::Kind::value || !covers(place, address)) continue;
        const bool by_frame = place.kind == VariablePlace::Kind::in_frame;
        if (by_frame ? !in_frame.has_value() : operand.base != place.base) continue;
        const int64_t at =
            by_frame ? in_frame.value_or(0) : static_cast<int64_t>(operand.displacement);
        const std::optional<uint64_t> size = size_of(place.type);
        if (!size || at < place.offset || static_cast<uint64_t>(at - place.offset) >= *size)
            continue;
        found.push_back({.type = place.type,
                         .offset = at - place.offset,
                         .root = ObjectPlace::Root::variable,
                         .origin = (place.function.empty() ? function_.name : place.function) +
                                   "::" + place.name});
    }
    return found;
}

OperandSearch::Places OperandSearch::pointers(size_t number, uint8_t base, int depth) {
    Places found = claims(number, base);
    if (are_telling(found)) return found;
    for (ObjectPlace& place : by_flow(number, base, depth))
        found.insert(found.begin(), std::move(place));
    return found;
}

// Where the register points to by what debug information says about the variables in it.
OperandSearch::Places OperandSearch::claims(size_t number, uint8_t base) {
    Places found;
    const uint64_t address = function_.code.at(number).address;
    for (const VariablePlace& place : function_.places) {
        if (place.kind != VariablePlace::Kind::value || place.base != base) continue;
        if (!covers(place, address)) continue;
        const ObjectPlace variable{.type = place.type, .root = ObjectPlace::Root::variable};
        std::optional<ObjectPlace> target = behind_pointer(file_.names, variable);
        if (!target) continue;
        target->origin.clear();
        target->offset = -place.offset;
        found.push_back(*std::move(target));
    }
    return found;
}

bool OperandSearch::are_telling(const Places& places) {
    return std::ranges::any_of(places, [this](const ObjectPlace& place) {
        return place.root == ObjectPlace::Root::pointee && is_telling(file_.names, place.type);
    });
}

OperandSearch::Places OperandSearch::by_flow(size_t number, uint8_t base, int depth) {
    Walk walk;
    walk.add(number, base);
    while (!walk.open.empty()) {
        const auto [at, followed] = walk.open.back();
        walk.open.pop_back();
        const std::vector<size_t>* const before = function_.code.before(at);
        if (before == nullptr) return {};
        for (const size_t previous : *before)
            if (--budget_ <= 0 || !step_back(previous, followed, walk, depth)) return {};
    }
    return walk.common.value_or(Places{});
}

// Over one instruction; false where the way is lost.
bool OperandSearch::step_back(size_t before, uint8_t base, Walk& walk, int depth) {
    const decode::Instruction& instruction = function_.code.at(before);
    uint8_t followed = base;
    if (writes(instruction, base)) {
        if (!instruction.move || instruction.move->to != base) return false;
        if (is_null(*instruction.move)) return true;
        if (!is_copy(*instruction.move)) {
            keep_common(walk.common, moved_in(before, *instruction.move, depth - 1));
            return !walk.common->empty();
        }
        followed = *instruction.move->from.base;
    }
    const Places claimed = claims(before, followed);
    if (!are_telling(claimed)) {
        walk.add(before, followed);
        return true;
    }
    keep_common(walk.common, claimed);
    return !walk.common->empty();
}

OperandSearch::Places OperandSearch::moved_in(size_t number, const decode::Move& move, int depth) {
    Places found;
    for (const ObjectPlace& place : at_operand(number, move.from, depth)) {
        auto target = move.loads ? behind_pointer(file_.names, place) : std::optional(place);
        if (target && move.plus)
            target = any_element(file_.names, *target, stride(number, *move.plus, max_depth));
        if (target) found.push_back(*std::move(target));
    }
    return found;
}

void OperandSearch::keep_common(std::optional<Places>& common, const Places& more) {
    if (!common) {
        common = more;
        return;
    }
    std::erase_if(*common, [&](const ObjectPlace& place) {
        return std::ranges::none_of(
            more, [&](const ObjectPlace& other) { return same_place(file_.names, place, other); });
    });
}

// What the register surely is a multiple of; 1 where that is not known.
uint64_t OperandSearch::stride(size_t number, uint8_t index, int depth) const {
    for (int steps = 0; depth > 0 && steps < max_stride_steps; ++steps) {
        const std::vector<size_t>* const before = function_.code.before(number);
        if (before == nullptr || before->size() != 1) return 1;
        number = before->front();
        const decode::Instruction& instruction = function_.code.at(number);
        if (!writes(instruction, index)) continue;
        if (!instruction.move || instruction.move->to != index || instruction.move->loads) return 1;
        const decode::Operand& from = instruction.move->from;
        if (!is_plain(from)) return 1;
        uint64_t common = from.displacement;
        if (from.base) common = std::gcd(common, stride(number, *from.base, depth - 1));
        if (from.index)
            common = std::gcd(common, stride(number, *from.index, depth - 1) * from.scale);
        return std::max<uint64_t>(common, 1);
    }
    return 1;
}

}  // namespace hotlock::symbols
