// Names for code and data addresses of ELF files. The door to libdw / libelf. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/model/layout.h"
#include "common/model/stack.h"
#include "common/unwind/functions.h"
#include "common/unwind/rule.h"

namespace hotlock {

// A variable that covers a data address.
struct DataSymbol {
    std::string name;     // demangled, with the member path where debug information has one:
                          // "cryptolib::Pool::instance.lock"; else "name" or "name+0x8"
    std::string symbol;   // the ELF symbol alone, demangled
    uint64_t offset = 0;  // of the address in the symbol
    Layout layout{};      // of the address; starts count from the symbol's
};

// An object that surely lies where an instruction accesses memory.
struct AccessedObject {
    std::string name;      // its type, "cryptolib::Pool"; what elements belong to, "Pool::slots[]";
                           // a variable on the stack, "main()::pool"
    uint64_t size = 0;     // bytes
    uint64_t offset = 0;   // of the access in it
    bool library = false;  // of a type of the C++ library
    bool type = false;     // `name` is a type: members follow behind "::"
    // Its parts near the access, by offset; starts count from the object's. A part without steps is
    // the object itself. Those of arrays begin with a step to the element.
    std::vector<Layout> parts{};
};

// What debug information and code alone tell about the memory operand of an instruction.
struct AccessedMemory {
    uint32_t size = 0;       // bytes; 0: no operand, or not known
    bool own_stack = false;  // it lies on the stack of the thread that executes it
    std::vector<AccessedObject> objects{};
};

class Symbolizer {
  public:
    virtual ~Symbolizer() = default;

    // Frames at one code address, innermost inlined function first; at least one (without a
    // function name when no symbol covers the address). `leaf` as in unwind::FindRule: a return
    // address is given as it is, and named by the call before it.
    virtual std::vector<Frame> frames(const unwind::Image& image, uint64_t file_offset,
                                      bool leaf) = 0;

    // The ELF virtual address of a file offset in an executable segment; nothing when the file
    // cannot be read. A mapping's start minus that of its file offset is where the file was loaded.
    virtual std::optional<uint64_t> virtual_address(const unwind::Image& image,
                                                    uint64_t file_offset) = 0;
    // One past the highest ELF virtual address of the file's segments (with .bss); 0 when unknown.
    virtual uint64_t virtual_end(const unwind::Image& image) = 0;

    // The variable at an ELF virtual address; nothing when no data symbol covers it.
    virtual std::optional<DataSymbol> data(const unwind::Image& image, uint64_t address) = 0;

    // What the instruction at a file offset accesses: the registers of its operand are followed to
    // the variables and parameters that debug information places in them.
    virtual AccessedMemory accessed(const unwind::Image& image, uint64_t file_offset) = 0;

    // The object that is accessed `into` bytes behind a pointer whose target begins with `vtable`,
    // an ELF virtual address: of the class whose vtable is there, the most derived one. `size` of
    // the access, in bytes. Without debug information about the class it is named "Class+0x18" and
    // is as big as the access. Nothing when no vtable is there.
    virtual std::optional<AccessedObject> virtual_object(const unwind::Image& image,
                                                         uint64_t vtable, uint64_t into,
                                                         uint32_t size) = 0;
};

// Reads files by path, checks the build-id where the recording has one, and uses separate debug
// files (.build-id directories, .gnu_debuglink). The three share what they have read.
struct ElfKnowledge {
    std::unique_ptr<Symbolizer> symbolizer;
    std::unique_ptr<unwind::RuleSource> rules;
    std::unique_ptr<unwind::FunctionSource> functions;
};

ElfKnowledge open_elf_knowledge();

}  // namespace hotlock
