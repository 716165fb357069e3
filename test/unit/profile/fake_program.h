// A program that exists on paper only: its functions are given addresses as tests name them.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/symbols/symbolizer.h"
#include "common/model/profile.h"
#include "common/recording/records.h"
#include "common/unwind/rule.h"

namespace hotlock::profiling {

// "libc:pthread_mutex_lock" is that function in libc.so.6, "app:" a place without a symbol.
Frame frame(std::string_view place);

// Process 10 runs from 0 to 10000 ns with threads 10 (named "main"), 11 and 12.
//   0x400000  /bin/app with build-id abcd; data from 0x601000, .bss ends at 0x700000
//   0x700000  /lib/libc.so.6; data from 0x780000, ends at 0x800000
// Everything else is heap or stack.
class FakeProgram : public Symbolizer, public unwind::RuleSource {
  public:
    // Run-time address of a place, the same for the same text. "app:add < count" is in `count`,
    // where `add` is inlined.
    uint64_t code(std::string_view place);

    // A stack record, leaf first.
    void stack(uint64_t key, std::initializer_list<std::string_view> places, bool complete = true);

    // A variable of 64 bytes at a run-time address.
    void variable(uint64_t address, const std::string& name);

    // What the instruction at the place accesses.
    void access(std::string_view place, AccessedMemory memory) {
        accesses_[code(place)] = std::move(memory);
    }

    // The object whose first word is `vtable`, and the access in it.
    void virtual_object(uint64_t vtable, AccessedObject object) {
        virtual_objects_[vtable] = std::move(object);
    }

    void record(const recording::Record& record) { records_.push_back(record); }

    // Text lines as in describe.h.
    void lines(std::string_view text);

    // The profile of what was recorded so far.
    Profile finished();
    Profile interrupted();  // without an End record

    std::vector<Frame> frames(const unwind::Image& image, uint64_t offset, bool leaf) override;
    std::optional<uint64_t> virtual_address(const unwind::Image& image, uint64_t offset) override;
    uint64_t virtual_end(const unwind::Image& image) override;
    std::optional<DataSymbol> data(const unwind::Image& image, uint64_t address) override;
    AccessedMemory accessed(const unwind::Image& image, uint64_t offset) override;
    std::optional<AccessedObject> virtual_object(const unwind::Image& image, uint64_t vtable,
                                                 uint64_t into, uint32_t size) override;
    // All functions hold nothing but their return address; the stack ends in `clone3`.
    unwind::Rule rule(const unwind::Image& image, uint64_t offset) override;

  private:
    std::vector<recording::Record> records_;
    std::map<std::string, uint64_t, std::less<>> places_;
    std::map<uint64_t, std::string> functions_;           // by address / function size
    std::map<uint64_t, std::string> variables_;           // by address
    std::map<uint64_t, AccessedMemory> accesses_;         // by address
    std::map<uint64_t, AccessedObject> virtual_objects_;  // by the address of their vtable
};

// Function names of a stack, leaf first: "pthread_mutex_lock < Pool::take"; "?" has no name.
std::string text(const Profile& profile, StackId stack);

}  // namespace hotlock::profiling
