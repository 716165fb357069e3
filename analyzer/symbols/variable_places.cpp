// DWARF 5, 2.6: location descriptions and lists of them.
#include "analyzer/symbols/variable_places.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "analyzer/symbols/dies.h"

namespace hotlock::symbols {
namespace {

constexpr int max_depth = 128;
constexpr int max_entries = 200'000;
constexpr size_t max_places = 100'000;
constexpr int64_t farthest = int64_t{1} << 40;  // from a register; no program comes near

using Range = std::pair<uint64_t, uint64_t>;

// DWARF's numbers (System V psABI AMD64, figure 3.36) -> the hardware's.
std::optional<uint8_t> hardware_register(uint64_t number) {
    static constexpr std::array<uint8_t, 16> numbers = {0, 2, 1,  3,  6,  7,  5,  4,
                                                        8, 9, 10, 11, 12, 13, 14, 15};
    if (number >= numbers.size()) return std::nullopt;
    return numbers[number];
}

std::optional<uint8_t> register_in(const Dwarf_Op& op) {
    if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31)
        return hardware_register(op.atom - DW_OP_reg0);
    return op.atom == DW_OP_regx ? hardware_register(op.number) : std::nullopt;
}

struct Sum {
    uint8_t base = 0;
    int64_t offset = 0;
};

std::optional<Sum> sum_in(const Dwarf_Op& op) {
    const bool wide = op.atom == DW_OP_bregx;
    if (!wide && (op.atom < DW_OP_breg0 || op.atom > DW_OP_breg31)) return std::nullopt;
    const auto base = hardware_register(wide ? op.number : op.atom - DW_OP_breg0);
    if (!base) return std::nullopt;
    return Sum{*base, static_cast<int64_t>(wide ? op.number2 : op.number)};
}

// Of an aggregate in several pieces the first one tells what its first 8 bytes are.
bool ends_here(std::span<const Dwarf_Op> rest) {
    return rest.empty() || (rest[0].atom == DW_OP_piece && rest[0].number == 8);
}

class Collector {
  public:
    explicit Collector(Dwarf_Die function) { find_frame_base(function); }

    void collect(Dwarf_Die scope, int depth) {
        std::vector<Range> code;
        each_range(scope, [&](uint64_t start, uint64_t end) {
            code.emplace_back(start, end);
            return --budget_ > 0;
        });
        each_child(scope, [&](Dwarf_Die child) {
            const Dwarf_Off offset = dwarf_dieoffset(&child);
            // A tree that leads back into itself would be read again and again.
            if (--budget_ <= 0 || offset <= last_) return false;
            last_ = offset;
            take(child, code, depth);
            return true;
        });
    }

    std::vector<VariablePlace> places() && { return std::move(places_); }

  private:
    void find_frame_base(Dwarf_Die function) {
        Dwarf_Attribute attribute;
        Dwarf_Op* ops = nullptr;
        size_t count = 0;
        if (dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute) == nullptr ||
            dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1) {
            return;
        }
        if (ops[0].atom == DW_OP_call_frame_cfa) frame_ = VariablePlace::Kind::in_frame;
        if (const auto base = register_in(ops[0])) {
            frame_ = VariablePlace::Kind::in_memory;
            frame_register_ = *base;
        }
    }

    void take(Dwarf_Die child, const std::vector<Range>& code, int depth) {
        switch (dwarf_tag(&child)) {
            case DW_TAG_variable:
            case DW_TAG_formal_parameter:
                add(child, code);
                return;
            case DW_TAG_lexical_block:
                if (depth < max_depth) collect(child, depth + 1);
                return;
            case DW_TAG_inlined_subroutine:
                if (depth < max_depth) collect_inlined(child, depth + 1);
                return;
            default:
                return;
        }
    }

    void collect_inlined(Dwarf_Die call, int depth) {
        std::string outer = std::exchange(function_, die_name(call));
        collect(call, depth);
        function_ = std::move(outer);
    }

    void add(Dwarf_Die variable, const std::vector<Range>& code) {
        Dwarf_Attribute location;
        const std::optional<Dwarf_Die> type = referenced(variable, DW_AT_type);
        if (!type || dwarf_attr(&variable, DW_AT_location, &location) == nullptr) return;
        const std::string name = die_name(variable);
        Dwarf_Addr base = 0;
        Dwarf_Addr start = 0;
        Dwarf_Addr end = 0;
        Dwarf_Op* ops = nullptr;
        size_t count = 0;
        ptrdiff_t at = 0;
        while (--budget_ > 0 &&
               (at = dwarf_getlocations(&location, at, &base, &start, &end, &ops, &count)) > 0) {
            std::optional<VariablePlace> place = place_of({ops, count});
            if (!place) continue;
            place->name = name;
            place->function = function_;
            place->type = *type;
            if (start == 0 && end == UINT64_MAX)
                for (const Range& range : code)
                    add(*place, range);
            else
                add(*place, {start, end});
        }
    }

    void add(VariablePlace place, const Range& range) {
        std::tie(place.start, place.end) = range;
        const bool is_near = place.offset > -farthest && place.offset < farthest;
        if (is_near && place.start < place.end && places_.size() < max_places)
            places_.push_back(place);
    }

    std::optional<VariablePlace> place_of(std::span<const Dwarf_Op> ops) const {
        if (ops.empty()) return std::nullopt;
        const auto rest = ops.subspan(1);
        VariablePlace place;
        if (const auto base = register_in(ops[0]); base && ends_here(rest)) {
            place.base = *base;
            return place;
        }
        if (const auto sum = sum_in(ops[0])) {
            place.base = sum->base;
            place.offset = sum->offset;
            const bool is_value = !rest.empty() && rest[0].atom == DW_OP_stack_value;
            if (is_value && ends_here(rest.subspan(1))) return place;
            place.kind = VariablePlace::Kind::in_memory;
            return rest.empty() ? std::optional(place) : std::nullopt;
        }
        if (ops[0].atom != DW_OP_fbreg || !rest.empty() || !frame_) return std::nullopt;
        place.kind = *frame_;
        place.base = frame_register_;
        place.offset = static_cast<int64_t>(ops[0].number);
        return place;
    }

    int budget_ = max_entries;
    Dwarf_Off last_ = 0;
    std::optional<VariablePlace::Kind> frame_;
    uint8_t frame_register_ = 0;
    std::string function_;  // that is inlined around what is read now; empty: none
    std::vector<VariablePlace> places_;
};

}  // namespace

std::vector<VariablePlace> variable_places(Dwarf_Die function) {
    Collector collector(function);
    collector.collect(function, 0);
    return std::move(collector).places();
}

}  // namespace hotlock::symbols
