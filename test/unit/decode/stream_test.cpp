// Where instructions start, with and without a known start.
#include "common/decode/stream.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/decode/x86_reader.h"
#include "test/unit/decode/compiled.h"

namespace hotlock::decode {
namespace {

std::vector<uint64_t> addresses(const Stream& stream) {
    std::vector<uint64_t> all;
    for (const Instruction& instruction : stream)
        all.push_back(instruction.address);
    return all;
}

// The instruction that ends at `ip`, by vote; 0: none.
uint64_t voted(const Code& code, uint64_t ip) {
    const Stream stream = vote(*make_x86_reader(), code, ip - code.address);
    const std::optional<size_t> place = ending_at(stream, ip);
    return place ? stream[*place].address : 0;
}

TEST(Sweep, ReadsOneInstructionAfterTheOther) {
    const Listing& code = table_lookup();
    const Stream stream = sweep(*make_x86_reader(), {code.bytes(), code_address}, 0, 9999, 9999);
    ASSERT_FALSE(stream.empty());
    for (size_t line = 0; line < stream.size(); ++line)
        EXPECT_EQ(stream[line].address, code.address(line));
    EXPECT_EQ(end_of(stream.back()), code.end());
}

TEST(Sweep, LeavesOutWhatIsNoInstruction) {
    const std::vector<uint8_t> code{0x90, 0x06, 0x06, 0x90, 0x8b};
    const Stream stream = sweep(*make_x86_reader(), {code, 0x10}, 0, code.size(), 9999);
    EXPECT_EQ(addresses(stream), (std::vector<uint64_t>{0x10, 0x13}));
}

TEST(Sweep, StaysWithinItsLimits) {
    const std::vector<uint8_t> code(64, 0x90);
    EXPECT_EQ(sweep(*make_x86_reader(), {code, 0}, 8, 24, 9999).size(), 16U);
    EXPECT_EQ(sweep(*make_x86_reader(), {code, 0}, 8, 24, 3).size(), 3U);
    const std::vector<uint8_t> cut{0x90, 0x48, 0x8b, 0x07};  // nop; mov rax, [rdi]
    EXPECT_EQ(sweep(*make_x86_reader(), {cut, 0}, 0, 3, 9999).size(), 1U);
}

TEST(EndingAt, FindsTheInstructionInFront) {
    const std::vector<uint8_t> code{0x90, 0x8b, 0x07, 0x06, 0xc3};
    const Stream stream = sweep(*make_x86_reader(), {code, 0}, 0, code.size(), 9999);
    EXPECT_EQ(ending_at(stream, 1), 0U);
    EXPECT_EQ(ending_at(stream, 2), std::nullopt);
    EXPECT_EQ(ending_at(stream, 3), 1U);
    EXPECT_EQ(ending_at(stream, 4), std::nullopt);
    EXPECT_EQ(ending_at(stream, 5), 2U);
    EXPECT_EQ(ending_at(stream, 0), std::nullopt);
}

TEST(Vote, FindsEveryInstructionOfAStrippedFunction) {
    const Listing& code = table_lookup();
    for (size_t line = 1; code.address(line) < code.end() - 2; ++line)
        EXPECT_EQ(voted({code.bytes(), code_address}, code.address(line)), code.address(line - 1));
}

TEST(Vote, FallsInStepWhereverTheCodeBegins) {
    const Listing& code = table_lookup();
    for (size_t cut = 1; cut < 32; ++cut) {
        const Code rest{std::span(code.bytes()).subspan(cut), code_address + cut};
        for (size_t line = 24; code.address(line) < code.end() - 2; ++line)
            EXPECT_EQ(voted(rest, code.address(line)), code.address(line - 1)) << cut;
    }
}

TEST(Vote, SeesWhatStandsAroundIp) {
    const Listing& code = table_lookup();
    const uint64_t ip = code_address + 0x6b;
    const Stream stream = vote(*make_x86_reader(), {code.bytes(), code_address}, 0x6b);
    const std::vector<uint64_t> found = addresses(stream);
    EXPECT_EQ(std::ranges::count(found, ip - 6), 1);        // cmp, in front of jne
    EXPECT_EQ(std::ranges::count(found, ip + 2), 1);        // test
    EXPECT_EQ(end_of(stream.back()), code_address + 0x9c);  // ret
}

TEST(Vote, NeedsAStreamThatReachesIp) {
    const std::vector<uint8_t> invalid(200, 0x06);
    EXPECT_EQ(voted({invalid, 0x1000}, 0x1000 + 100), 0U);
    const std::vector<uint8_t> beyond{0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8};  // movabs rax, ...
    EXPECT_EQ(voted({beyond, 0x1000}, 0x1000 + 5), 0U);
    EXPECT_EQ(voted({beyond, 0x1000}, 0x1000), 0U);
}

}  // namespace
}  // namespace hotlock::decode
