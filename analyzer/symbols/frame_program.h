// Runs the little program of a frame description up to an address (DWARF 5, 6.4).
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/symbols/byte_reader.h"
#include "analyzer/symbols/frame_table.h"

namespace hotlock::symbols {

// DWARF register numbers: System V psABI AMD64, figure 3.36.
constexpr uint64_t dwarf_rbp = 6;
constexpr uint64_t dwarf_rsp = 7;
constexpr uint64_t dwarf_rip = 16;

// How a register of the caller is found again.
struct SavedRegister {
    enum class How { unchanged, undefined, at_cfa, at_expression, other };
    How how = How::unchanged;
    int64_t offset = 0;  // at_cfa: it is in memory at CFA + this
    Bytes expression;    // at_expression: it is in memory where this leads
};

// The row of the unwind table for one address; of the registers only those that we follow.
struct FrameRow {
    enum class Cfa { none, register_offset, expression };
    Cfa cfa = Cfa::none;
    uint64_t cfa_register = 0;
    int64_t cfa_offset = 0;
    Bytes cfa_expression;
    SavedRegister rbp;
    SavedRegister rip;
};

// Nothing when the program is damaged.
std::optional<FrameRow> frame_row(const FrameFamily& family, const FrameDescription& description,
                                  uint64_t address);

}  // namespace hotlock::symbols
