// Addresses from registers.
#include "common/decode/access.h"

#include <gtest/gtest.h>

#include "test/unit/decode/listing.h"

namespace hotlock::decode {
namespace {

Site resolved(const Operand& operand) {
    return {.outcome = Outcome::resolved, .instruction = code_address, .operand = operand};
}

uint64_t address(const Operand& operand) {
    return access_of(resolved(operand), numbered_registers()).value().address;
}

TEST(Access, AddsBaseScaledIndexAndDisplacement) {
    EXPECT_EQ(address({.base = 3, .index = 15, .scale = 8, .displacement = 5}), 0x840005U);
    EXPECT_EQ(address({.base = 0, .displacement = uint64_t{0} - 0x20}), 0xffe0U);
    EXPECT_EQ(address({.index = 1, .scale = 4}), 0x80000U);
    EXPECT_EQ(address({.displacement = 0x601040}), 0x601040U);
}

TEST(Access, WrapsWhereAnAddressSizePrefixSaysSo) {
    const uint64_t below = uint64_t{0} - 0x10001;
    EXPECT_EQ(address({.base = 0, .displacement = below}), UINT64_MAX);
    EXPECT_EQ(address({.base = 0, .wraps_at_4g = true, .displacement = below}), UINT32_MAX);
}

TEST(Access, NeedsTheBaseOfItsSegment) {
    const Site fs = resolved({.segment = Segment::fs, .displacement = 0x28});
    const Site gs = resolved({.base = 0, .segment = Segment::gs});
    Registers registers = numbered_registers();
    EXPECT_EQ(access_of(fs, registers), std::nullopt);
    registers.fs_base = 0x7f0000000000;
    EXPECT_EQ(access_of(fs, registers).value().address, 0x7f0000000028U);
    EXPECT_EQ(access_of(gs, registers), std::nullopt);
    registers.gs_base = 0x100;
    EXPECT_EQ(access_of(gs, registers).value().address, 0x10100U);
}

TEST(Access, StraddlesALineOnlyWithItsLastBytes) {
    const auto straddles = [](uint64_t at, uint32_t size) {
        return access_of(resolved({.displacement = at, .size = size}), {}).value().straddles_line;
    };
    EXPECT_FALSE(straddles(60, 4));
    EXPECT_TRUE(straddles(61, 4));
    EXPECT_FALSE(straddles(64, 64));
    EXPECT_TRUE(straddles(64, 65));
    EXPECT_FALSE(straddles(63, 0));
}

TEST(Access, IsImpossibleWhereNoProgramHasMemory) {
    const auto possible = [](uint64_t at, uint32_t size) {
        return is_possible({.address = at, .size = size});
    };
    EXPECT_FALSE(possible(0x30, 8));
    EXPECT_FALSE(possible(0xffff, 8));
    EXPECT_TRUE(possible(0x10000, 8));
    EXPECT_TRUE(possible(0x7fffffffe000, 64));
    EXPECT_FALSE(possible((uint64_t{1} << 56) - 4, 8));
    EXPECT_FALSE(possible(0xffff888000000000, 8));
    EXPECT_FALSE(possible(UINT64_MAX, 4));
}

TEST(Access, CarriesWhatTheSiteSays) {
    const Site site = resolved({.base = 7, .size = 8, .kind = AccessKind::atomic});
    EXPECT_EQ(access_of(site, numbered_registers()),
              (Access{code_address, 0x80000, 8, AccessKind::atomic, false}));
}

TEST(Access, ThereIsNoneWhereTheSiteIsNotResolved) {
    for (const Outcome outcome :
         {Outcome::no_memory_operand, Outcome::overwritten, Outcome::ambiguous,
          Outcome::unresolvable, Outcome::undecodable, Outcome::outside, Outcome::system_call}) {
        EXPECT_EQ(access_of({.outcome = outcome, .operand = {.base = 1}}, {}), std::nullopt);
    }
}

TEST(Access, NamesTheRegistersOfAnOperand) {
    EXPECT_EQ(registers_of({.base = 0, .index = 15}), 0x8001);
    EXPECT_EQ(registers_of({.base = 4}), 0x10);
    EXPECT_EQ(registers_of({.displacement = 1}), 0);
}

}  // namespace
}  // namespace hotlock::decode
