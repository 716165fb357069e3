// Which members of which objects the instructions of compiled functions access.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "analyzer/profile/line_objects.h"
#include "analyzer/symbols/symbolizer.h"
#include "common/decode/x86_reader.h"
#include "test/unit/symbols/built_library.h"
#include "test/unit/unwind/own_process.h"

namespace hotlock {
namespace {

constexpr const char* objects_source = R"(
#include <atomic>
#include <memory>
#include <vector>
namespace shop {
struct Counter {
    std::atomic<long> value;
    void add() { value++; }
};
struct Stats {
    long padding[3];
    Counter hits, misses;
    int buckets[16];
    struct { long a, b; } pair;
    Stats* next;
    void miss();
};
struct Left { long l1, l2; virtual ~Left() = default; };
struct Right { long r1, r2; virtual void poke(); virtual ~Right() = default; };
struct Both : Left, Right { long own; void poke() override; };
struct Cell { long key; int uses; int state; };
typedef struct { long free; } plain_pool;
static std::unique_ptr<Stats> all;
static std::vector<Cell> cells;
static std::vector<long> numbers;
__attribute__((noinline)) void Stats::miss() { misses.add(); }
__attribute__((noinline)) void Right::poke() { r2++; }
__attribute__((noinline)) void Both::poke() { own++; r2++; }
}
using namespace shop;
#define TEST extern "C" __attribute__((noinline)) void
TEST by_parameter(Stats* stats) { stats->pair.b++; }
TEST by_reference(volatile Cell& cell) { cell.uses = 1; }
TEST by_typedef(plain_pool* pool) { pool->free = 2; }
TEST inlined(Stats* stats) { stats->hits.add(); }
TEST through_member(Stats* stats) { stats->next->misses.value++; }
TEST through_global() { all->hits.value++; }
TEST in_loop(Stats* stats, long times) { do stats->hits.value++; while (--times); }
TEST array_of_structs(Cell* some, unsigned long i) { some[i].state++; }
TEST vector_of_structs(unsigned long i) { cells[i].uses++; }
TEST vector_of_numbers(unsigned long i) { numbers[i]++; }
TEST member_array(Stats* stats, unsigned long i) { stats->buckets[i]++; }
TEST bare_number(long* number) { ++*number; }
TEST bytes_of(Stats* stats, unsigned long at) { reinterpret_cast<char*>(stats)[at] = 1; }
TEST either(Stats* stats, Cell* cell, int which) {
    long* chosen = which ? &stats->padding[1] : &cell->key;
    asm volatile("" : "+r"(chosen));
    *chosen = 3;
}
TEST forgotten(void* memory) {
    asm volatile("" : "+r"(memory));
    *static_cast<long*>(memory) = 4;
}
struct Table { long count; long slots[]; };
TEST behind_header(Table* table, unsigned long i) { table->slots[i]++; }
TEST next_behind_header(Table* table, unsigned long i) { table->slots[i + 2]++; }
struct Tcp { long sent, acked; };
struct Udp { long dropped, queued; };
struct Link { int kind; union { Tcp* tcp; Udp* udp; }; union { Tcp t; Udp u; } parts; };
TEST through_union(Link* link) { link->udp->queued++; }
TEST in_union(Link* link) { link->parts.u.queued++; }
struct Packet { long id; union { long text, number; }; struct { long size, age; }; };
TEST in_unnamed_union(Packet* packet) { packet->number++; }
TEST in_unnamed_struct(Packet* packet) { packet->age++; }
struct Flags { long other; unsigned low : 4, high : 12; };
TEST bit_field(Flags* flags) { flags->low++; }
extern "C" __attribute__((visibility("default"))) void fill() {
    all = std::make_unique<Stats>();
    cells.resize(9);
    numbers.resize(9);
}
extern "C" void* keep[] = {(void*)(void (Stats::*)())&Stats::miss};
extern "C" void use(Both* both) { static_cast<Right*>(both)->poke(); }
)";

class Accessed : public testing::Test {
  protected:
    static void build(const std::string& flags) {
        write_file(directory().file("objects.cpp"), objects_source);
        library_ = directory().file("objects" + std::to_string(++built_) + ".so");
        shell("g++ -std=c++17 -g -w -fPIC -shared " + flags + " -o " + library_ + " " +
              directory().file("objects.cpp"));
    }

    // Names of all that the function accesses outside of its own stack; "?": not known.
    static std::set<std::string> names(const char* function) {
        const auto start = address_of(function);
        const OwnPlace place = own_place(start);
        const ElfKnowledge knowledge = open_elf_knowledge();
        const auto range = knowledge.functions->function(place.image, place.file_offset).value();
        const auto reader = decode::make_x86_reader();
        std::set<std::string> found;
        for (uint64_t at = 0; at < range.end - range.start;) {
            const auto* const code =
                reinterpret_cast<const uint8_t*>(start + at);  // NOLINT(*-no-int-to-ptr)
            const auto instruction = reader->read({code, 15}, start + at).value();
            const AccessedMemory memory =
                knowledge.symbolizer->accessed(place.image, place.file_offset + at);
            if (memory.size > 0 && !memory.own_stack) found.insert(name_of(memory));
            at += instruction.size;
        }
        return found;
    }

    static bool has(const char* function, const std::string& name) {
        return names(function).contains(name);
    }

  private:
    static std::string name_of(const AccessedMemory& memory) {
        CacheLine line;
        line.fields.push_back({.offset = 0, .size = memory.size, .counts = {1}});
        profiling::name_by_objects(line, {{0, &memory, 1}});
        return line.fields[0].name.empty() ? "?" : line.fields[0].name;
    }

    static uint64_t address_of(const char* function) {
        void* const library = ::dlopen(library_.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const found = library ? ::dlsym(library, function) : nullptr;
        if (!found) throw std::runtime_error(::dlerror());
        return reinterpret_cast<uint64_t>(found);
    }

    static TemporaryDirectory& directory() {
        static TemporaryDirectory made;
        return made;
    }

    static inline std::string library_;
    static inline int built_ = 0;
};

class AccessedOptimized : public Accessed {
  protected:
    static void SetUpTestSuite() { build("-O2 -fno-tree-slp-vectorize"); }
};

using Names = std::set<std::string>;

TEST_F(AccessedOptimized, ByAPointerOrReference) {
    EXPECT_EQ(names("by_parameter"), Names{"shop::Stats::pair.b"});
    EXPECT_EQ(names("by_reference"), Names{"shop::Cell::uses"});
    EXPECT_EQ(names("by_typedef"), Names{"shop::plain_pool::free"});
}

TEST_F(AccessedOptimized, ByThis) {
    EXPECT_EQ(names("_ZN4shop5Stats4missEv"), Names{"shop::Stats::misses.value"});
    EXPECT_EQ(names("_ZN4shop5Right4pokeEv"), Names{"shop::Right::r2"});
}

TEST_F(AccessedOptimized, ByAnInlinedMethod) {
    EXPECT_EQ(names("inlined"), Names{"shop::Stats::hits.value"});
}

// The thunk for the second base adjusts `this`, the method itself has that of the whole object.
TEST_F(AccessedOptimized, WithSeveralBases) {
    EXPECT_EQ(names("_ZN4shop4Both4pokeEv"), (Names{"shop::Both::own", "shop::Both::r2"}));
}

TEST_F(AccessedOptimized, ThroughPointersInMemory) {
    EXPECT_TRUE(has("through_member", "shop::Stats::next"));
    EXPECT_TRUE(has("through_member", "shop::Stats::misses.value"));
    EXPECT_TRUE(has("through_global", "shop::Stats::hits.value"));
}

TEST_F(AccessedOptimized, InALoop) {
    EXPECT_EQ(names("in_loop"), Names{"shop::Stats::hits.value"});
}

// What lies behind a header is not the header; of a union's members any may be in use; bit-fields
// share bytes.
TEST_F(AccessedOptimized, WhatNobodyCanTellHasNoName) {
    EXPECT_EQ(names("behind_header"), Names{"?"});
    EXPECT_EQ(names("next_behind_header"), Names{"?"});
    const Names through = names("through_union");
    EXPECT_FALSE(through.contains("Tcp::acked"));
    EXPECT_FALSE(through.contains("Udp::queued"));
    EXPECT_EQ(names("in_union"), Names{"Link::parts"});
    EXPECT_EQ(names("in_unnamed_union"), Names{"?"});
    EXPECT_EQ(names("in_unnamed_struct"), Names{"Packet::age"});
    EXPECT_FALSE(has("bit_field", "Flags::low"));
}

TEST_F(AccessedOptimized, ElementsOfArrays) {
    EXPECT_EQ(names("array_of_structs"), Names{"shop::Cell::state"});
    EXPECT_TRUE(has("vector_of_structs", "shop::Cell::uses"));
    EXPECT_EQ(names("member_array"), Names{"shop::Stats::buckets[]"});
}

TEST_F(AccessedOptimized, ElementsOfNoTypeOfTheirOwnAreNamedByTheirOwner) {
    EXPECT_TRUE(has("vector_of_numbers", "shop::numbers[]"));
}

TEST_F(AccessedOptimized, NothingIsGuessed) {
    EXPECT_EQ(names("bare_number"), Names{"?"});
    EXPECT_EQ(names("bytes_of"), Names{"?"});
    EXPECT_EQ(names("forgotten"), Names{"?"});
    EXPECT_EQ(names("either"), Names{"?"});
}

class AccessedVectorized : public Accessed {
  protected:
    static void SetUpTestSuite() { build("-O2 -ftree-slp-vectorize"); }
};

// One instruction that updates two members is not called after one of them.
TEST_F(AccessedVectorized, SeveralMembersAtOnce) {
    EXPECT_EQ(names("_ZN4shop4Both4pokeEv"), Names{"?"});
}

class AccessedUnoptimized : public Accessed {
  protected:
    static void SetUpTestSuite() { build("-O0"); }
};

TEST_F(AccessedUnoptimized, ThroughTheStack) {
    EXPECT_TRUE(has("by_parameter", "shop::Stats::pair.b"));
    EXPECT_TRUE(has("through_member", "shop::Stats::next"));
    EXPECT_TRUE(has("array_of_structs", "shop::Cell::state"));
    EXPECT_EQ(names("forgotten"), Names{"?"});
}

class AccessedWithoutDebugInformation : public Accessed {
  protected:
    static void SetUpTestSuite() { build("-O2 -g0"); }
};

TEST_F(AccessedWithoutDebugInformation, Nothing) {
    EXPECT_EQ(names("by_parameter"), Names{"?"});
}

}  // namespace
}  // namespace hotlock
