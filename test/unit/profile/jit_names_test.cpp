#include "analyzer/profile/jit_names.h"

#include <gtest/gtest.h>

namespace hotlock::profiling {
namespace {

std::string name_at(const JitNames& names, uint64_t address, uint32_t pid = 10) {
    const std::string* name = names.find(pid, address);
    return name == nullptr ? "-" : *name;
}

TEST(JitNames, CoverTheirBytes) {
    JitNames names;
    names.add({10, 0x100, 0x10, "f"});
    EXPECT_EQ(name_at(names, 0xff), "-");
    EXPECT_EQ(name_at(names, 0x100), "f");
    EXPECT_EQ(name_at(names, 0x10f), "f");
    EXPECT_EQ(name_at(names, 0x110), "-");
    EXPECT_EQ(name_at(names, 0x100, 11), "-");
}

TEST(JitNames, LaterOnesTakeWhatTheyCover) {
    JitNames names;
    names.add({10, 0x100, 0x40, "a"});
    names.add({10, 0x140, 0x40, "b"});
    names.add({10, 0x120, 0x10, "inside"});
    names.add({10, 0x138, 0x10, "across"});
    std::string all;
    for (uint64_t address = 0xf8; address <= 0x180; address += 8)
        all += name_at(names, address) + " ";
    EXPECT_EQ(all, "- a a a a inside inside a across across b b b b b b b - ");
    names.add({10, 0x100, 0x80, "whole"});
    EXPECT_EQ(name_at(names, 0x120), "whole");
    EXPECT_EQ(name_at(names, 0x17f), "whole");
}

TEST(JitNames, SizesThatCannotBeAreLeftOut) {
    JitNames names;
    names.add({10, 0x100, 0, "empty"});
    names.add({10, UINT64_MAX - 1, 3, "round"});
    EXPECT_EQ(name_at(names, 0x100), "-");
    EXPECT_EQ(name_at(names, UINT64_MAX - 1), "-");
}

}  // namespace
}  // namespace hotlock::profiling
