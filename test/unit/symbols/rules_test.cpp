// Unwind rules out of .eh_frame: hand-written frame descriptions for every form, then whole
// libraries.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/unwind/own_process.h"

// Each function is never called; a nop stands for code. Escapes: DW_CFA_def_cfa_expression (0x0f)
// and DW_CFA_expression (0x10) with their operands.
asm(R"(
    .pushsection .text.hotlock_rules, "ax", @progbits
    .balign 16
rule_sp:    .cfi_startproc
    nop
    .cfi_def_cfa_offset 48
rule_sp_deep: nop
    .cfi_endproc
rule_fp:    .cfi_startproc
    .cfi_def_cfa rbp, 16
    .cfi_offset rbp, -16
    nop
    .cfi_endproc
rule_fp_saved_deep: .cfi_startproc
    .cfi_def_cfa_offset 64
    .cfi_offset rbp, -40
    nop
    .cfi_endproc
rule_realigned: .cfi_startproc
    .cfi_escape 0x0f, 3, 0x76, 0x78, 0x06       # CFA = *(rbp - 8)
    .cfi_escape 0x10, 6, 2, 0x76, 0             # rbp is at rbp + 0
    nop
    .cfi_endproc
rule_plt:   .cfi_startproc
    .cfi_escape 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22
    nop
    .cfi_endproc
rule_end:   .cfi_startproc
    .cfi_undefined rip
    nop
    .cfi_endproc
rule_signal: .cfi_startproc
    .cfi_signal_frame
    .cfi_escape 0x0f, 4, 0x77, 0xa8, 0x01, 0x06   # CFA = *(rsp + 168): ucontext at rsp + 8
    .cfi_escape 0x10, 16, 3, 0x77, 0xb0, 0x01     # rip at rsp + 176
    .cfi_escape 0x10, 6, 3, 0x77, 0x80, 0x01      # rbp at rsp + 128
    nop
    .cfi_endproc
rule_odd_signal: .cfi_startproc
    .cfi_signal_frame
    .cfi_escape 0x0f, 4, 0x77, 0xa8, 0x01, 0x06
    .cfi_escape 0x10, 16, 3, 0x77, 0xb8, 0x01     # rip not where the kernel puts it
    .cfi_escape 0x10, 6, 3, 0x77, 0x80, 0x01
    nop
    .cfi_endproc
rule_other_register: .cfi_startproc
    .cfi_def_cfa r10, 0
    nop
    .cfi_endproc
rule_other_return: .cfi_startproc
    .cfi_offset rip, -16
    nop
    .cfi_endproc
rule_fp_elsewhere: .cfi_startproc
    .cfi_register rbp, rbx
    nop
    .cfi_endproc
rule_none:  nop
rule_last:  nop
    .popsection
)");

extern "C" const char rule_sp[], rule_sp_deep[], rule_fp[], rule_fp_saved_deep[], rule_realigned[],
    rule_plt[], rule_end[], rule_signal[], rule_odd_signal[], rule_other_register[],
    rule_other_return[], rule_fp_elsewhere[], rule_none[];

namespace hotlock {
namespace {

using unwind::Rule;
using Kind = Rule::Kind;

Rule rule_at(const char* address) {
    const OwnPlace place = own_place(address);
    return open_elf_knowledge().rules->rule(place.image, place.file_offset);
}

TEST(Rules, FollowTheStackPointer) {
    EXPECT_EQ(rule_at(rule_sp), (Rule{Kind::sp, 8, {}}));
    EXPECT_EQ(rule_at(rule_sp_deep), (Rule{Kind::sp, 48, {}}));
    EXPECT_EQ(rule_at(rule_fp_saved_deep), (Rule{Kind::sp, 64, -40}));
}

TEST(Rules, FollowTheFramePointer) {
    EXPECT_EQ(rule_at(rule_fp), (Rule{Kind::fp, 16, -16}));
    EXPECT_EQ(rule_at(rule_realigned), (Rule{Kind::fp_saved_sp, -8, 0}));
}

TEST(Rules, KnowPltEntriesAndSignalFrames) {
    EXPECT_EQ(rule_at(rule_plt), (Rule{Kind::plt, 11, {}}));
    EXPECT_EQ(rule_at(rule_signal), (Rule{Kind::signal, 8, {}}));
}

TEST(Rules, EndWhereTheReturnAddressIsUndefined) {
    EXPECT_EQ(rule_at(rule_end), (Rule{Kind::end, 0, {}}));
}

TEST(Rules, AreUnknownForEverythingElse) {
    EXPECT_EQ(rule_at(rule_odd_signal), Rule{});
    EXPECT_EQ(rule_at(rule_other_register), Rule{});
    EXPECT_EQ(rule_at(rule_other_return), Rule{});
    EXPECT_EQ(rule_at(rule_fp_elsewhere), Rule{});
    EXPECT_EQ(rule_at(rule_none), Rule{});
}

TEST(Rules, AreUnknownOutsideOfReadableFiles) {
    const ElfKnowledge knowledge = open_elf_knowledge();
    unwind::RuleSource& rules = *knowledge.rules;
    const OwnPlace own = own_place(rule_sp);
    for (const char* path : {"", "[vdso]", "//anon", "/dev/zero", "/proc/self", "/etc/passwd",
                             "/no/such/file", "/tmp/gone (deleted)"}) {
        EXPECT_EQ(rules.rule({path, ""}, own.file_offset), Rule{}) << path;
    }
    EXPECT_EQ(rules.rule({own.image.path, "other build-id"}, own.file_offset), Rule{});
    EXPECT_EQ(rules.rule(own.image, UINT64_MAX), Rule{});
}

constexpr const char* libcrypto = "/usr/lib/x86_64-linux-gnu/libcrypto.so.3";

// More distinct addresses than most recordings have.
TEST(Rules, OfALargeLibraryAreQuick) {
    if (!std::filesystem::exists(libcrypto)) GTEST_SKIP() << "no " << libcrypto;
    const std::unique_ptr<unwind::RuleSource> rules = open_elf_knowledge().rules;
    const unwind::Image image{libcrypto, ""};
    const auto start = std::chrono::steady_clock::now();
    size_t known = 0;
    for (uint64_t i = 0; i < 10'000; ++i) {
        if (rules->rule(image, 0x100000 + i * 52).kind != Kind::unknown) ++known;
    }
    EXPECT_GT(known, 9'000U);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

}  // namespace
}  // namespace hotlock
