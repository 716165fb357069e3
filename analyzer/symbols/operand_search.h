// Which objects the memory operand of an instruction lies in. Registers are followed back through
// the code of the function, along all ways that lead to the instruction, to where debug information
// places a variable in them; what one way contradicts or does not know is not told.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/symbols/function_code.h"
#include "analyzer/symbols/object_place.h"
#include "analyzer/symbols/variable_places.h"
#include "common/unwind/rule.h"

namespace hotlock::symbols {

// What is known about one function.
struct FunctionFacts {
    std::string name;
    FunctionCode code;
    std::vector<VariablePlace> places;
};

// What the rest of the file is asked. Addresses are ELF virtual ones.
struct FileFacts {
    std::function<unwind::Rule(uint64_t)> rule;
    std::function<std::optional<ObjectPlace>(uint64_t)> variable;
    TypeNames& names;
};

// Distance of an operand from the canonical frame address, where its base register tells that.
std::optional<int64_t> frame_offset(const decode::Operand& operand, const unwind::Rule& rule);

// Whether the base register is the stack or the frame pointer.
bool is_on_own_stack(const decode::Operand& operand, const unwind::Rule& rule);

class OperandSearch {
  public:
    OperandSearch(FileFacts& file, const FunctionFacts& function)
        : file_(file), function_(function) {}

    // Of the instruction with that number, the most certain first.
    std::vector<ObjectPlace> objects(size_t number);

  private:
    using Places = std::vector<ObjectPlace>;
    struct Walk;

    Places at_operand(size_t number, const decode::Operand& operand, int depth);
    Places without_index(size_t number, const decode::Operand& operand, int depth);
    Places in_frame(size_t number, const decode::Operand& operand);
    Places pointers(size_t number, uint8_t base, int depth);
    Places claims(size_t number, uint8_t base);
    bool are_telling(const Places& places);
    Places by_flow(size_t number, uint8_t base, int depth);
    bool step_back(size_t before, uint8_t base, Walk& walk, int depth);
    Places moved_in(size_t number, const decode::Move& move, int depth);
    uint64_t stride(size_t number, uint8_t index, int depth) const;
    void keep_common(std::optional<Places>& common, const Places& more);

    FileFacts& file_;
    const FunctionFacts& function_;
    int budget_ = 20'000;  // instructions that are looked at
};

}  // namespace hotlock::symbols
