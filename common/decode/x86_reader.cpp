// Door to Zydis. What instructions do: Intel 64 Architectures Software Developer's Manual,
// volume 2.
#include "common/decode/x86_reader.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <array>

#include "common/base/check.h"

namespace hotlock::decode {
namespace {

constexpr uint8_t rax = 0;
constexpr uint8_t rsp = 4;
constexpr size_t longest_instruction = 15;

struct Decoded {
    ZydisDecodedInstruction info{};
    std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> all{};
    uint64_t end = 0;  // address behind it; what operands are relative to

    std::span<const ZydisDecodedOperand> operands() const {
        return std::span(all).first(info.operand_count);
    }
    bool is(ZydisMnemonic mnemonic) const { return info.mnemonic == mnemonic; }
    bool is(ZydisInstructionCategory category) const { return info.meta.category == category; }
    bool has(ZydisInstructionAttributes attributes) const {
        return (info.attributes & attributes) != 0;
    }
};

bool is_hidden(const ZydisDecodedOperand& operand) {
    return operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
}

bool reads(const ZydisDecodedOperand& operand) {
    return (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

bool writes(const ZydisDecodedOperand& operand) {
    return (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

bool accesses_memory(const ZydisDecodedOperand& operand) {
    return operand.type == ZYDIS_OPERAND_TYPE_MEMORY &&
           (operand.mem.type == ZYDIS_MEMOP_TYPE_MEM || operand.mem.type == ZYDIS_MEMOP_TYPE_VSIB);
}

using GeneralNumbers = std::array<std::optional<uint8_t>, ZYDIS_REGISTER_MAX_VALUE + 1>;

GeneralNumbers general_numbers() {
    GeneralNumbers numbers;
    for (int i = 0; i <= ZYDIS_REGISTER_MAX_VALUE; ++i) {
        const ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64,
                                                                     static_cast<ZydisRegister>(i));
        if (ZydisRegisterGetClass(whole) == ZYDIS_REGCLASS_GPR64)
            numbers[i] = static_cast<uint8_t>(ZydisRegisterGetId(whole));
    }
    return numbers;
}

// Its number when it is a general register, or a part of one. Zydis takes its time for that.
std::optional<uint8_t> general(ZydisRegister name) {
    static const GeneralNumbers numbers = general_numbers();
    return numbers[name];
}

RegisterMask bit(std::optional<uint8_t> number) {
    return number ? static_cast<RegisterMask>(1U << *number) : RegisterMask{0};
}

bool is_general(const ZydisDecodedOperand& operand, uint8_t number) {
    return operand.type == ZYDIS_OPERAND_TYPE_REGISTER && general(operand.reg.value) == number;
}

Flow flow_of(const Decoded& decoded) {
    switch (decoded.info.mnemonic) {
        case ZYDIS_MNEMONIC_SYSCALL:
            return Flow::system_call;
        case ZYDIS_MNEMONIC_UD0:
        case ZYDIS_MNEMONIC_UD1:
        case ZYDIS_MNEMONIC_UD2:
        case ZYDIS_MNEMONIC_HLT:
            return Flow::none;
        default:
            break;
    }
    switch (decoded.info.meta.category) {
        case ZYDIS_CATEGORY_COND_BR:
            return Flow::branch;
        case ZYDIS_CATEGORY_UNCOND_BR:
            return Flow::jump;
        case ZYDIS_CATEGORY_CALL:
            return Flow::call;
        case ZYDIS_CATEGORY_RET:
        case ZYDIS_CATEGORY_INTERRUPT:
            return Flow::none;
        default:
            return Flow::next;
    }
}

std::optional<uint64_t> target_of(const Decoded& decoded, Flow flow) {
    if (flow != Flow::branch && flow != Flow::jump) return std::nullopt;
    const ZydisDecodedOperand& first = decoded.all[0];
    if (first.type != ZYDIS_OPERAND_TYPE_IMMEDIATE || !first.imm.is_relative) return std::nullopt;
    return decoded.end + first.imm.value.u;
}

bool is_filler(const Decoded& decoded) {
    return decoded.is(ZYDIS_CATEGORY_NOP) || decoded.is(ZYDIS_CATEGORY_WIDENOP) ||
           decoded.is(ZYDIS_MNEMONIC_ENDBR64) || decoded.is(ZYDIS_MNEMONIC_ENDBR32);
}

// jcc, but not loop, jrcxz or xbegin.
bool fuses(const Decoded& decoded) {
    const int group = decoded.info.opcode & 0xf0;
    const bool is_short = decoded.info.opcode_map == ZYDIS_OPCODE_MAP_DEFAULT && group == 0x70;
    const bool is_near = decoded.info.opcode_map == ZYDIS_OPCODE_MAP_0F && group == 0x80;
    return decoded.is(ZYDIS_CATEGORY_COND_BR) && (is_short || is_near);
}

// Intel 64 Optimization Reference Manual, "Macro-Fusion".
bool is_fusible(const Decoded& decoded) {
    constexpr ZydisMnemonic compares[] = {
        ZYDIS_MNEMONIC_CMP, ZYDIS_MNEMONIC_TEST, ZYDIS_MNEMONIC_ADD, ZYDIS_MNEMONIC_SUB,
        ZYDIS_MNEMONIC_AND, ZYDIS_MNEMONIC_INC,  ZYDIS_MNEMONIC_DEC};
    return std::ranges::find(compares, decoded.info.mnemonic) != std::end(compares);
}

bool is_prefetch(const Decoded& decoded) {
    return decoded.is(ZYDIS_CATEGORY_PREFETCH) || decoded.is(ZYDIS_CATEGORY_PREFETCHWT1) ||
           decoded.is(ZYDIS_CATEGORY_CLDEMOTE);
}

// mov eax, constant; xor eax, eax. System V psABI AMD64, A.2.1: rax holds the number.
std::optional<uint32_t> number_of(const Decoded& decoded) {
    const ZydisDecodedOperand& to = decoded.all[0];
    const ZydisDecodedOperand& from = decoded.all[1];
    if (decoded.info.operand_count < 2 || !is_general(to, rax) || to.size < 32) return std::nullopt;
    if (decoded.is(ZYDIS_MNEMONIC_XOR) && is_general(from, rax)) return 0;
    if (!decoded.is(ZYDIS_MNEMONIC_MOV) || from.type != ZYDIS_OPERAND_TYPE_IMMEDIATE ||
        from.imm.value.u > UINT32_MAX) {
        return std::nullopt;
    }
    return static_cast<uint32_t>(from.imm.value.u);
}

AccessKind kind_of(const Decoded& decoded, const ZydisDecodedOperand& operand) {
    if (decoded.has(ZYDIS_ATTRIB_HAS_LOCK) || decoded.is(ZYDIS_MNEMONIC_XCHG))
        return AccessKind::atomic;
    if (!writes(operand)) return AccessKind::read;
    return reads(operand) ? AccessKind::update : AccessKind::write;
}

// bt, bts, btr and btc with a register as bit number reach beyond their operand; tiles are rows at
// a distance.
bool is_computable(const Decoded& decoded, const ZydisDecodedOperand& operand) {
    const bool bit_string = decoded.is(ZYDIS_CATEGORY_BITBYTE) && !is_hidden(operand) &&
                            decoded.all[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
    return operand.mem.type == ZYDIS_MEMOP_TYPE_MEM && !bit_string &&
           !decoded.is(ZYDIS_CATEGORY_AMX_TILE);
}

Segment segment_of(const ZydisDecodedOperandMem& memory) {
    if (memory.segment == ZYDIS_REGISTER_FS) return Segment::fs;
    return memory.segment == ZYDIS_REGISTER_GS ? Segment::gs : Segment::none;
}

bool is_relative_to_ip(const ZydisDecodedOperandMem& memory) {
    return memory.base == ZYDIS_REGISTER_RIP || memory.base == ZYDIS_REGISTER_EIP;
}

// With the registers as they are before the instruction.
Operand operand_of(const Decoded& decoded, const ZydisDecodedOperand& from) {
    const ZydisDecodedOperandMem& memory = from.mem;
    Operand operand;
    operand.base = general(memory.base);
    operand.index = general(memory.index);
    operand.scale = std::max<uint8_t>(memory.scale, 1);
    operand.segment = segment_of(memory);
    operand.wraps_at_4g = decoded.info.address_width == 32;
    operand.displacement = static_cast<uint64_t>(memory.disp.value);
    if (is_relative_to_ip(memory)) operand.displacement += decoded.end;
    operand.computable = is_computable(decoded, from);
    operand.size = from.size / 8;
    operand.kind = kind_of(decoded, from);
    return operand;
}

// The implicit operand of push, pop and their like, whose rsp has moved. A call has come back, so
// that the last access was that of the return.
Operand stack_operand(const Decoded& decoded, const ZydisDecodedOperand& from) {
    Operand operand{.base = rsp, .size = from.size / 8U};
    const bool pushes = writes(from) && !decoded.is(ZYDIS_CATEGORY_CALL);
    operand.kind = pushes ? AccessKind::write : AccessKind::read;
    if (!pushes) operand.displacement -= operand.size;
    return operand;
}

bool is_stack_operand(const Decoded& decoded, const ZydisDecodedOperand& operand) {
    return is_hidden(operand) && accesses_memory(operand) &&
           (operand.mem.base == ZYDIS_REGISTER_RSP || decoded.is(ZYDIS_MNEMONIC_LEAVE));
}

RegisterMask written_by(const Decoded& decoded) {
    RegisterMask written = 0;
    for (const ZydisDecodedOperand& operand : decoded.operands()) {
        if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER && writes(operand))
            written |= bit(general(operand.reg.value));
    }
    return written;
}

// pop rsp; enter, which moves it once more.
bool loses_stack_pointer(const Decoded& decoded) {
    const bool popped_into =
        !is_hidden(decoded.all[0]) && is_general(decoded.all[0], rsp) && writes(decoded.all[0]);
    return popped_into || decoded.is(ZYDIS_MNEMONIC_ENTER);
}

bool is_whole_register(const ZydisDecodedOperand& operand) {
    return operand.type == ZYDIS_OPERAND_TYPE_REGISTER && operand.size == 64 &&
           general(operand.reg.value).has_value();
}

// Shifts and products by constants: index * scale.
std::optional<Operand> multiple_of(const Decoded& decoded, const ZydisDecodedOperand& by) {
    constexpr uint64_t most = 128;
    const uint64_t value = by.imm.value.u;
    const bool shift = decoded.is(ZYDIS_MNEMONIC_SHL);
    if (!shift && (!decoded.is(ZYDIS_MNEMONIC_IMUL) || decoded.info.operand_count_visible != 3))
        return std::nullopt;
    const ZydisDecodedOperand& of = decoded.all[shift ? 0 : 1];
    if (!is_whole_register(of) || (shift ? value > 7 : value == 0 || value > most))
        return std::nullopt;
    return Operand{.index = general(of.reg.value),
                   .scale = static_cast<uint8_t>(shift ? 1U << value : value)};
}

std::optional<Operand> sum_of(const Decoded& decoded, const ZydisDecodedOperand& with) {
    Operand sum{.base = general(decoded.all[0].reg.value)};
    const bool adds = decoded.is(ZYDIS_MNEMONIC_ADD);
    if (!adds && !decoded.is(ZYDIS_MNEMONIC_SUB)) return std::nullopt;
    if (with.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
        sum.displacement = adds ? with.imm.value.u : 0 - with.imm.value.u;
        return sum;
    }
    if (!adds || !is_whole_register(with)) return std::nullopt;
    sum.index = general(with.reg.value);
    return sum;
}

// mov with a constant, xor with itself; of 32 bits they clear the other half.
std::optional<Operand> constant(const Decoded& decoded) {
    const ZydisDecodedOperand& to = decoded.all[0];
    const ZydisDecodedOperand& from = decoded.all[1];
    if (to.type != ZYDIS_OPERAND_TYPE_REGISTER || to.size < 32) return std::nullopt;
    const std::optional<uint8_t> number = general(to.reg.value);
    if (!number) return std::nullopt;
    if (decoded.is(ZYDIS_MNEMONIC_XOR) && is_general(from, *number)) return Operand{};
    if (!decoded.is(ZYDIS_MNEMONIC_MOV) || from.type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
        return std::nullopt;
    const uint64_t half = UINT32_MAX;
    return Operand{.displacement = from.imm.value.u & (to.size == 32 ? half : UINT64_MAX)};
}

// What is not known to be one of these is no move: the register is just written.
std::optional<Move> move_of(const Decoded& decoded) {
    if (decoded.info.operand_count_visible < 2) return {};
    if (const auto known = constant(decoded))
        return Move{.to = *general(decoded.all[0].reg.value), .from = *known};
    if (!is_whole_register(decoded.all[0])) return {};
    Move move{.to = *general(decoded.all[0].reg.value)};
    const ZydisDecodedOperand& second = decoded.all[1];
    const bool from_memory = second.type == ZYDIS_OPERAND_TYPE_MEMORY;
    if (decoded.is(ZYDIS_MNEMONIC_LEA)) {
        move.from = operand_of(decoded, second);
    } else if ((decoded.is(ZYDIS_MNEMONIC_MOV) || decoded.is(ZYDIS_MNEMONIC_ADD)) && from_memory &&
               second.size == 64) {
        move.from = operand_of(decoded, second);
        move.loads = true;
        if (decoded.is(ZYDIS_MNEMONIC_ADD)) move.plus = move.to;
    } else if (decoded.is(ZYDIS_MNEMONIC_MOV) && is_whole_register(second)) {
        move.from.base = general(second.reg.value);
    } else {
        const ZydisDecodedOperand& last = decoded.all[decoded.info.operand_count_visible - 1];
        const auto multiple =
            last.type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? multiple_of(decoded, last) : std::nullopt;
        const auto from = multiple ? multiple : sum_of(decoded, second);
        if (!from) return {};
        move.from = *from;
    }
    return move;
}

// Fills in what accesses memory, and how the registers of its address have moved meanwhile.
class MemoryOperand {
  public:
    MemoryOperand(const Decoded& decoded, Instruction& instruction)
        : decoded_(decoded), instruction_(instruction) {}

    void find() {
        for (const ZydisDecodedOperand& operand : decoded_.operands()) {
            if (is_stack_operand(decoded_, operand))
                stack_ = &operand;
            else if (accesses_memory(operand))
                add(operand);
        }
        if (stack_ && (!memory_ || instruction_.flow == Flow::call))
            use_stack();
        else if (memory_)
            use_memory();
    }

  private:
    // Of movs and movdir64b the load: stores hardly ever stall.
    void add(const ZydisDecodedOperand& operand) {
        several_reads_ |= memory_ && reads(*memory_) && reads(operand);
        if (!memory_ || reads(operand)) memory_ = &operand;
    }

    void use_stack() {
        instruction_.operand = stack_operand(decoded_, *stack_);
        instruction_.stack = true;
        if (!loses_stack_pointer(decoded_)) instruction_.moved |= bit(rsp);
    }

    // pop computes its address with rsp as it is afterwards, push with rsp as it was.
    void use_memory() {
        Operand operand = operand_of(decoded_, *memory_);
        if (several_reads_) operand.computable = false;
        if (decoded_.is(ZYDIS_CATEGORY_STRINGOP)) step_back(operand);
        if (decoded_.is(ZYDIS_MNEMONIC_XLAT)) operand.index = rax;  // al, which it overwrites
        if (stack_) {
            instruction_.moved |= bit(rsp);
            if (writes(*stack_) && operand.base == rsp) operand.displacement += stack_->size / 8U;
        }
        instruction_.operand = operand;
    }

    // The direction flag is clear at all times but for moments (System V psABI AMD64, 3.2.1). Zydis
    // does not tell that scas and cmps move their registers.
    void step_back(Operand& operand) {
        operand.displacement -= operand.size;
        instruction_.written |= bit(operand.base);
        instruction_.moved |= bit(operand.base);
    }

    const Decoded& decoded_;
    Instruction& instruction_;
    const ZydisDecodedOperand* stack_ = nullptr;
    const ZydisDecodedOperand* memory_ = nullptr;
    bool several_reads_ = false;
};

Instruction instruction_of(const Decoded& decoded, uint64_t address) {
    Instruction instruction{.address = address,
                            .size = decoded.info.length,
                            .flow = flow_of(decoded),
                            .filler = is_filler(decoded),
                            .fuses = fuses(decoded),
                            .fusible = is_fusible(decoded),
                            .number = number_of(decoded),
                            .written = written_by(decoded),
                            .move = move_of(decoded)};
    instruction.target = target_of(decoded, instruction.flow);
    instruction.repeats =
        decoded.has(ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE);
    instruction.sets_number = (instruction.written & bit(rax)) != 0;
    if (!instruction.filler && !is_prefetch(decoded)) MemoryOperand(decoded, instruction).find();
    return instruction;
}

class X86Reader : public InstructionReader {
  public:
    X86Reader() {
        CHECK(ZYAN_SUCCESS(
            ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)));
    }

    std::optional<Instruction> read(std::span<const uint8_t> bytes,
                                    uint64_t address) const override {
        Decoded decoded;
        const size_t size = std::min(bytes.size(), longest_instruction);
        if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder_, bytes.data(), size, &decoded.info,
                                                 decoded.all.data()))) {
            return std::nullopt;
        }
        decoded.end = address + decoded.info.length;
        return instruction_of(decoded, address);
    }

  private:
    ZydisDecoder decoder_{};
};

}  // namespace

std::unique_ptr<InstructionReader> make_x86_reader() {
    return std::make_unique<X86Reader>();
}

}  // namespace hotlock::decode
