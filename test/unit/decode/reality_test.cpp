// Code of real files and of the vDSO: what the vote finds without bounds is what the bounds tell.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/auxv.h>

#include "common/decode/stream.h"
#include "common/decode/x86_reader.h"
#include "test/unit/decode/elf_functions.h"

namespace hotlock::decode {
namespace {

constexpr size_t wanted_boundaries = 4000;

std::string libc_path() {
    Dl_info info{};
    return ::dladdr(reinterpret_cast<const void*>(&::getauxval), &info) ? info.dli_fname : "";
}

struct Agreement {
    size_t boundaries = 0;
    size_t same = 0;
};

// All boundaries inside one function; the code that the vote sees has bytes of its neighbours too.
void compare(const InstructionReader& reader, const Code& code, const Bounds& function,
             Agreement& agreement) {
    const Stream known = sweep(reader, code, function.start, function.end, 1000);
    for (size_t i = 1; i < known.size(); ++i) {
        const uint64_t ip = known[i].address;
        if (end_of(known[i - 1]) != ip) continue;
        const Stream voted = vote(reader, code, ip);
        const std::optional<size_t> place = ending_at(voted, ip);
        ++agreement.boundaries;
        agreement.same += place && voted[*place].address == known[i - 1].address;
    }
}

Agreement compare_file(const ElfFunctions& file) {
    const std::unique_ptr<InstructionReader> reader = make_x86_reader();
    const size_t step = file.bounds.size() / 100 + 1;
    Agreement agreement;
    for (size_t i = 0; i < file.bounds.size() && agreement.boundaries < wanted_boundaries;
         i += step)
        compare(*reader, {file.bytes, 0}, file.bounds[i], agreement);
    return agreement;
}

void expect_agreement(const ElfFunctions& file) {
    const Agreement agreement = compare_file(file);
    EXPECT_GT(agreement.boundaries, 1000U);
    EXPECT_GE(agreement.same, agreement.boundaries * 99 / 100) << agreement.boundaries;
}

TEST(RealCode, VoteAgreesWithTheBoundsInLibc) {
    expect_agreement(elf_functions(libc_path(), SHT_DYNSYM));
}

TEST(RealCode, VoteAgreesWithTheBoundsInThisProgram) {
    expect_agreement(elf_functions("/proc/self/exe", SHT_SYMTAB));
}

TEST(RealCode, EveryBoundaryInLibcHasAnOutcome) {
    const ElfFunctions file = elf_functions(libc_path(), SHT_DYNSYM);
    const std::unique_ptr<Decoder> decoder = make_x86_decoder();
    const std::unique_ptr<InstructionReader> reader = make_x86_reader();
    size_t sites = 0, resolved = 0, undecodable = 0;
    for (size_t i = 0; i < file.bounds.size(); i += file.bounds.size() / 50 + 1) {
        const Bounds& function = file.bounds[i];
        for (const Instruction& instruction :
             sweep(*reader, {file.bytes, 0}, function.start, function.end, 100)) {
            const Site site = decoder->site(file.bytes, 0, function, instruction.address);
            ++sites;
            resolved += site.outcome == Outcome::resolved && !site.stack;
            undecodable += site.outcome == Outcome::undecodable;
        }
    }
    EXPECT_GT(resolved, sites / 8);
    EXPECT_LT(undecodable, sites / 100);
}

TEST(RealCode, TheVdsoCanBeDecoded) {
    const uint64_t vdso = ::getauxval(AT_SYSINFO_EHDR);
    if (vdso == 0) GTEST_SKIP() << "no vDSO";
    // One page: headers, and mostly the code behind them.
    const auto* const first = reinterpret_cast<const uint8_t*>(vdso);  // NOLINT(*-no-int-to-ptr)
    const std::span code(first, 4096);
    const std::unique_ptr<Decoder> decoder = make_x86_decoder();
    for (uint64_t ip = vdso; ip < vdso + code.size(); ++ip)
        EXPECT_NE(decoder->site(code, vdso, std::nullopt, ip).outcome, Outcome::outside);
}

}  // namespace
}  // namespace hotlock::decode
