// Functions, inlined functions and source lines of this very binary and of libraries.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "analyzer/symbols/symbolizer.h"
#include "test/unit/unwind/own_process.h"

// Code whose symbols and frame descriptions end where these tests need it.
asm(R"(
    .pushsection .text.hotlock_names, "ax", @progbits
    .balign 16
    .type names_caller, @function
names_caller: .cfi_startproc
    call names_next
    .cfi_endproc
    .size names_caller, . - names_caller
    .type names_next, @function
names_next: .cfi_startproc
    nop
    .cfi_endproc
    .size names_next, . - names_next
names_gap:  nop
    .type names_unsized, @function
names_unsized: .cfi_startproc
    nop
names_unsized_inside: nop
    .cfi_endproc
names_without_symbol: .cfi_startproc
    nop
    .cfi_endproc
    .type names_last, @function
names_last: nop
    .size names_last, 1
    .popsection
)");

extern "C" const char names_next[], names_gap[], names_unsized_inside[], names_without_symbol[];

namespace hotlock {
namespace {

using Frames = std::vector<Frame>;

Symbolizer& symbolizer() {
    static const ElfKnowledge knowledge = open_elf_knowledge();
    return *knowledge.symbolizer;
}

Frames frames_at(uint64_t address, bool leaf) {
    const OwnPlace place = own_place(address);
    return symbolizer().frames(place.image, place.file_offset, leaf);
}

Frames frames_at(const char* address, bool leaf = true) {
    return frames_at(reinterpret_cast<uint64_t>(address), leaf);
}

// An address right after the instruction that asked for it: a return address, as it were.
[[gnu::always_inline]] inline uint64_t here() {
    uint64_t ip = 0;
    asm volatile("leaq 0(%%rip), %0" : "=r"(ip));
    return ip;
}

struct Asked {
    uint64_t address = 0;
    uint32_t line = 0;
};

[[gnu::noinline]] Asked in_static_function() {
    const uint64_t address = here();
    return {address, __LINE__ - 1};
}

struct Deep {
    [[gnu::always_inline]] static Asked inlined() {
        const uint64_t address = here();
        return {address, __LINE__ - 1};
    }
};

[[gnu::noinline]] std::pair<Asked, uint32_t> in_inlined_member() {
    const Asked asked = Deep::inlined();
    return {asked, __LINE__ - 1};
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.ends_with(end);
}

TEST(Names, OfAFunctionWithoutExternalName) {
    const Asked asked = in_static_function();
    const Frames frames = frames_at(asked.address, false);
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(frames[0].function, "hotlock::(anonymous namespace)::here");
    EXPECT_TRUE(frames[0].inlined);
    EXPECT_EQ(frames[1].function, "hotlock::(anonymous namespace)::in_static_function()");
    EXPECT_FALSE(frames[1].inlined);
    EXPECT_PRED2(ends_with, frames[1].file, "test/unit/symbols/names_test.cpp");
    EXPECT_EQ(frames[1].line, asked.line);
}

TEST(Names, OfInlinedFunctionsInnermostFirst) {
    const auto [asked, line] = in_inlined_member();
    const Frames frames = frames_at(asked.address, false);
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[1].function, "hotlock::(anonymous namespace)::Deep::inlined");
    EXPECT_EQ(frames[1].line, asked.line);
    EXPECT_TRUE(frames[1].inlined);
    EXPECT_EQ(frames[2].function, "hotlock::(anonymous namespace)::in_inlined_member()");
    EXPECT_EQ(frames[2].line, line);
    EXPECT_FALSE(frames[2].inlined);
}

TEST(Names, ReturnAddressesBelongToTheCall) {
    EXPECT_EQ(frames_at(names_next, false).back().function, "names_caller");
    EXPECT_EQ(frames_at(names_next, true).back().function, "names_next");
    EXPECT_EQ(frames_at(names_next, false).back().offset,
              frames_at(names_next, true).back().offset);
}

TEST(Names, OnlyWhereASymbolCoversTheAddress) {
    EXPECT_EQ(frames_at(names_gap).back().function, "");
    EXPECT_EQ(frames_at(names_unsized_inside).back().function, "names_unsized");
    EXPECT_EQ(frames_at(names_without_symbol).back().function, "");
}

TEST(Names, OfExportedLibraryFunctionsArePlain) {
    void* const libc = ::dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    ASSERT_NE(libc, nullptr);
    const auto address = reinterpret_cast<uint64_t>(::dlsym(libc, "pthread_mutex_lock"));
    const Frames frames = frames_at(address, true);
    EXPECT_EQ(frames.back().function, "pthread_mutex_lock");
    EXPECT_PRED2(ends_with, frames.back().module, "/libc.so.6");
    EXPECT_FALSE(frames.back().build_id.empty());
}

TEST(Names, OfWhatIsNoFileIsItsPlace) {
    const Frames frames = symbolizer().frames({"[vdso]", "\x01\xfe"}, 0x123, true);
    EXPECT_EQ(frames, (Frames{{.module = "[vdso]", .build_id = "01fe", .offset = 0x123}}));
    EXPECT_EQ(symbolizer().virtual_address({"[vdso]", ""}, 0x123), std::nullopt);
    EXPECT_EQ(symbolizer().virtual_end({"[vdso]", ""}), 0U);
    EXPECT_FALSE(symbolizer().data({"[vdso]", ""}, 0x123));
}

TEST(Names, AnswersAreTheSameTwice) {
    const Asked asked = in_static_function();
    const Frames first = frames_at(asked.address, false);
    EXPECT_EQ(frames_at(asked.address, false), first);
}

}  // namespace
}  // namespace hotlock
