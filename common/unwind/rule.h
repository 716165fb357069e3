// How to step from one frame to its caller, for one code address. From .eh_frame (System V
// psABI AMD64 3.7: the canonical frame address CFA, return address at CFA - 8, the caller's stack
// pointer = CFA).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hotlock::unwind {

struct Rule {
    enum class Kind : uint8_t {
        sp,           // CFA = stack pointer + cfa_offset
        fp,           // CFA = rbp + cfa_offset
        fp_saved_sp,  // CFA = *(rbp + cfa_offset): realigned stacks, DW_CFA_def_cfa_expression
        plt,          // CFA = sp + 8, + 8 more once the PLT entry has pushed its index, that is
                      // where (ip & 15) >= cfa_offset
        signal,       // a signal frame: ip, sp and rbp are in the ucontext at sp + cfa_offset
        end,          // outermost frame: the return address is undefined
        unknown,      // nothing is known about this address: the walk stops, truncated
    };
    Kind kind = Kind::unknown;
    int32_t cfa_offset = 0;

    // The caller's rbp is saved at CFA + this; absent: unchanged. Realigned stacks have no fixed
    // distance between the two: for fp_saved_sp it is saved at the frame's own rbp + this.
    std::optional<int32_t> fp_offset;

    bool operator==(const Rule&) const = default;
};

// A file that is mapped for execution.
struct Image {
    std::string path;
    std::string build_id;  // raw bytes; empty: unknown
};

// Answers with the rule for a code address of a file. Implemented in analyzer/symbols by libdw;
// handed to the collector by cli, so that neither needs the other. One thread at a time.
class RuleSource {
  public:
    virtual ~RuleSource() = default;

    // `file_offset` = address - mapping start + mapping file offset, where the caller has already
    // taken 1 from a return address: a call may be the last instruction of its function, so that
    // only the byte before the return address surely has the rule. The exact address is asked for
    // leaf frames only (FindRule in walker.h tells which). Never throws for what a file contains:
    // a file that cannot be read gives Kind::unknown.
    virtual Rule rule(const Image& image, uint64_t file_offset) = 0;
};

}  // namespace hotlock::unwind
