// The interpreter. libdw has one too, but it allocates whatever a register number asks for: in a
// damaged file a single bit made it fill gigabytes. This one keeps three places and is done.
#include "analyzer/symbols/frame_program.h"

#include <dwarf.h>

#include <vector>

namespace hotlock::symbols {
namespace {

using How = SavedRegister::How;

// Compilers nest one or two.
constexpr size_t max_remembered = 64;

// The operand of the three commonest instructions is in the low bits of the opcode.
constexpr unsigned packed_mask = 0x3f;

class Interpreter {
  public:
    Interpreter(const FrameFamily& family, uint64_t start) : family_(family), location_(start) {}

    // Stops before the first row that starts after `address`. False: the program is damaged.
    bool run(Bytes program, uint64_t address) {
        ByteReader reader(program);
        while (!reader.done() && location_ <= address) {
            if (!step(reader)) return false;
        }
        return reader.ok();
    }

    void keep_as_initial() { initial_ = row_; }
    const FrameRow& row() const { return row_; }

  private:
    bool step(ByteReader& reader) {
        const unsigned opcode = reader.number<uint8_t>();
        const uint64_t packed = opcode & packed_mask;
        switch (opcode & ~packed_mask) {
            case DW_CFA_advance_loc:
                return advance(packed);
            case DW_CFA_offset:
                return save(packed, at_cfa(reader.uleb()));
            case DW_CFA_restore:
                return restore(packed);
            default:
                return move(opcode, reader) || define_cfa(opcode, reader) ||
                       save_register(opcode, reader);
        }
    }

    // Each of the next three knows some instructions; false: none of its own, or damaged.
    bool move(unsigned opcode, ByteReader& reader) {
        switch (opcode) {
            case DW_CFA_advance_loc1:
                return advance(reader.number<uint8_t>());
            case DW_CFA_advance_loc2:
                return advance(reader.number<uint16_t>());
            case DW_CFA_advance_loc4:
                return advance(reader.number<uint32_t>());
            case DW_CFA_remember_state:
                remembered_.push_back(row_);
                return remembered_.size() <= max_remembered;
            case DW_CFA_restore_state:
                if (remembered_.empty()) return false;
                row_ = remembered_.back();
                remembered_.pop_back();
                return true;
            case DW_CFA_GNU_args_size:
                reader.uleb();
                return true;
            default:
                return opcode == DW_CFA_nop;
        }
    }

    bool define_cfa(unsigned opcode, ByteReader& reader) {
        switch (opcode) {
            case DW_CFA_def_cfa:
                row_.cfa = FrameRow::Cfa::register_offset;
                row_.cfa_register = reader.uleb();
                row_.cfa_offset = static_cast<int64_t>(reader.uleb());
                return true;
            case DW_CFA_def_cfa_sf:
                row_.cfa = FrameRow::Cfa::register_offset;
                row_.cfa_register = reader.uleb();
                row_.cfa_offset = factored(reader.sleb());
                return true;
            case DW_CFA_def_cfa_register:
                row_.cfa_register = reader.uleb();
                return true;
            case DW_CFA_def_cfa_offset:
                row_.cfa_offset = static_cast<int64_t>(reader.uleb());
                return true;
            case DW_CFA_def_cfa_offset_sf:
                row_.cfa_offset = factored(reader.sleb());
                return true;
            case DW_CFA_def_cfa_expression:
                row_.cfa = FrameRow::Cfa::expression;
                row_.cfa_expression = reader.take(reader.uleb());
                return true;
            default:
                return false;
        }
    }

    bool save_register(unsigned opcode, ByteReader& reader) {
        const uint64_t number = reader.uleb();
        switch (opcode) {
            case DW_CFA_offset_extended:
                return save(number, at_cfa(reader.uleb()));
            case DW_CFA_offset_extended_sf:
                return save(number, at_cfa(static_cast<uint64_t>(reader.sleb())));
            case DW_CFA_GNU_negative_offset_extended:
                return save(number, at_cfa(-reader.uleb()));
            case DW_CFA_restore_extended:
                return restore(number);
            case DW_CFA_undefined:
                return save(number, {How::undefined, 0, {}});
            case DW_CFA_same_value:
                return save(number, {How::unchanged, 0, {}});
            case DW_CFA_expression:
                return save(number, {How::at_expression, 0, reader.take(reader.uleb())});
            case DW_CFA_val_expression:
                reader.take(reader.uleb());
                return save(number, {How::other, 0, {}});
            case DW_CFA_register:
            case DW_CFA_val_offset:
            case DW_CFA_val_offset_sf:
                reader.uleb();
                return save(number, {How::other, 0, {}});
            default:
                return false;
        }
    }

    bool advance(uint64_t delta) {
        location_ += delta * family_.code_factor;
        return true;
    }

    // Offsets come in units of the family's data factor; wraps around where a file is damaged.
    int64_t factored(int64_t offset) const {
        return static_cast<int64_t>(static_cast<uint64_t>(offset) *
                                    static_cast<uint64_t>(family_.data_factor));
    }
    SavedRegister at_cfa(uint64_t offset) const {
        return {How::at_cfa, factored(static_cast<int64_t>(offset)), {}};
    }

    // Registers that we do not follow may be saved anywhere.
    bool save(uint64_t number, const SavedRegister& saved) {
        if (number == dwarf_rbp) row_.rbp = saved;
        if (number == dwarf_rip) row_.rip = saved;
        return true;
    }

    bool restore(uint64_t number) {
        return save(number, number == dwarf_rbp ? initial_.rbp : initial_.rip);
    }

    FrameRow row_;
    FrameRow initial_;
    std::vector<FrameRow> remembered_;
    const FrameFamily& family_;
    uint64_t location_;
};

}  // namespace

std::optional<FrameRow> frame_row(const FrameFamily& family, const FrameDescription& description,
                                  uint64_t address) {
    Interpreter interpreter(family, description.start);
    if (!interpreter.run(family.program, address)) return std::nullopt;
    interpreter.keep_as_initial();
    if (!interpreter.run(description.program, address)) return std::nullopt;
    return interpreter.row();
}

}  // namespace hotlock::symbols
