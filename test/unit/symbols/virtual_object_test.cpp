// Objects by their vtables, in libraries with and without debug information.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/symbols/built_library.h"
#include "test/unit/unwind/own_process.h"

namespace hotlock {
namespace {

constexpr const char* classes_source = R"(
namespace shop {
struct Left { virtual ~Left(); long l1 = 0, l2 = 0; };
struct Right { virtual ~Right(); long r1 = 0, r2 = 0; };
struct Both : Left, Right { ~Both() override; long own = 0; struct { long a, b; } pair{}; };
Left::~Left() {}
Right::~Right() {}
Both::~Both() {}
template <class T> struct Box { virtual ~Box() {} T value{}; };
}
namespace { struct Hidden { virtual ~Hidden() {} long inside = 0; }; }
extern "C" {
extern const long table[4] = {0, 0, 0, 0};
void* here() { return reinterpret_cast<void*>(&here); }
void* left() { return new shop::Left; }
void* both() { return new shop::Both; }
void* right_of_both() { return static_cast<shop::Right*>(new shop::Both); }
void* box() { return new shop::Box<int>; }
void* hidden() { return new Hidden; }
const void* no_vtable() { static const void* const to_table = table + 2; return &to_table; }
}
)";

class VirtualObject : public testing::Test {
  protected:
    static void SetUpTestSuite() { build("-g"); }

    // Under a new name each time: a library that is loaded already is not loaded anew.
    static void build(const std::string& flags, const std::string& then = "true") {
        write_file(directory().file("classes.cpp"), classes_source);
        library_ = directory().file("lib" + std::to_string(++built_) + ".so");
        shell("g++ -std=c++20 -O1 -fPIC -shared " + flags + " -o " + library_ + " " +
              directory().file("classes.cpp") + " && " + then + " " + library_);
    }

    // What lies `into` bytes behind the pointer that the function returns.
    static std::optional<AccessedObject> object(const char* function, uint64_t into) {
        return at(vtable_of(function), into);
    }

    static uint64_t vtable_of(const char* function) {
        return *static_cast<const uint64_t*>(call(function));
    }

    static std::optional<AccessedObject> at(uint64_t vtable, uint64_t into) {
        const auto code = reinterpret_cast<uint64_t>(call("here"));
        const OwnPlace place = own_place(code);
        const ElfKnowledge knowledge = open_elf_knowledge();
        Symbolizer& symbolizer = *knowledge.symbolizer;
        const uint64_t bias =
            code - symbolizer.virtual_address(place.image, place.file_offset).value();
        return symbolizer.virtual_object(place.image, vtable - bias, into, 8);
    }

    static std::string name(const char* function, uint64_t into) {
        const auto found = object(function, into);
        if (!found) return "?";
        for (const Layout& layout : found->parts)
            if (layout.empty() || layout.back().start() == static_cast<int64_t>(found->offset))
                return with_path(found->name, found->type, layout_path(layout, layout.size()));
        return found->name;
    }

  private:
    static const void* call(const char* function) {
        void* const library = ::dlopen(library_.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const found = library ? ::dlsym(library, function) : nullptr;
        if (!found) throw std::runtime_error(::dlerror());
        return reinterpret_cast<const void* (*)()>(found)();
    }

    static TemporaryDirectory& directory() {
        static TemporaryDirectory made;
        return made;
    }

    static inline std::string library_;
    static inline int built_ = 0;
};

TEST_F(VirtualObject, IsOfItsClass) {
    EXPECT_EQ(name("left", 8), "shop::Left::l1");
    EXPECT_EQ(name("left", 16), "shop::Left::l2");
    EXPECT_EQ(object("left", 8).value().size, 24U);
}

TEST_F(VirtualObject, IsOfTheMostDerivedClass) {
    EXPECT_EQ(name("both", 8), "shop::Both::l1");
    EXPECT_EQ(name("both", 48), "shop::Both::own");
    EXPECT_EQ(name("both", 64), "shop::Both::pair.b");
}

// A pointer to its second base has a place of its own in the vtable.
TEST_F(VirtualObject, BeginsBeforeItsSecondBase) {
    EXPECT_EQ(name("right_of_both", 8), "shop::Both::r1");
    EXPECT_EQ(object("right_of_both", 8).value().offset, 32U);
    EXPECT_EQ(name("right_of_both", 24), "shop::Both::own");
}

TEST_F(VirtualObject, OfATemplateOrAnUnnamedNamespace) {
    EXPECT_EQ(name("box", 8), "shop::Box<int>::value");
    EXPECT_EQ(name("hidden", 8), "(anonymous namespace)::Hidden::inside");
}

TEST_F(VirtualObject, HoldsNothingBehindItsEnd) {
    EXPECT_FALSE(object("left", 24));
    EXPECT_FALSE(object("left", uint64_t{1} << 40));
}

TEST_F(VirtualObject, OtherConstantsAreNoVtables) {
    EXPECT_FALSE(object("no_vtable", 8));
}

// Objects point behind the two words that head a vtable, never at them or in between.
TEST_F(VirtualObject, OtherPlacesInAVtableAreNotPointedAt) {
    const uint64_t vtable = vtable_of("left");
    EXPECT_TRUE(at(vtable, 8));
    EXPECT_FALSE(at(vtable - 8, 8));
    EXPECT_FALSE(at(vtable - 16, 8));
    EXPECT_FALSE(at(vtable + 4, 8));
}

class VirtualObjectWithoutDebugInformation : public VirtualObject {
  protected:
    static void SetUpTestSuite() { build("-g0"); }
};

TEST_F(VirtualObjectWithoutDebugInformation, IsAClassAndAnOffset) {
    EXPECT_EQ(name("left", 8), "shop::Left+0x8");
    EXPECT_EQ(name("right_of_both", 8), "shop::Both+0x20");
    EXPECT_EQ(object("left", 8).value().size, 8U);
}

// Exported vtables have names in stripped libraries too.
class VirtualObjectStripped : public VirtualObject {
  protected:
    static void SetUpTestSuite() { build("-g", "strip"); }
};

TEST_F(VirtualObjectStripped, IsKnownWhereItsVtableIsExported) {
    EXPECT_EQ(name("both", 48), "shop::Both+0x30");
    EXPECT_EQ(name("hidden", 8), "?");
}

}  // namespace
}  // namespace hotlock
