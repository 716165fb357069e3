// Resolves accesses in the code of this very test.
#include "collector/access_resolver.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "collector/procfs.h"

namespace hotlock::collector {
namespace {

// The instruction behind `load` and `call` is what a tick would meet.
extern "C" {
extern const char resolver_test_load[];
extern const char resolver_test_behind_load[];
extern const char resolver_test_behind_call[];
extern const char resolver_test_behind_local[];
}
asm(R"(
    .pushsection .text
    .global resolver_test_load, resolver_test_behind_load, resolver_test_behind_call
    .global resolver_test_behind_local
    .type resolver_test_load, @function
resolver_test_load:
    mov 0x10(%rdi,%rcx,8), %rax
resolver_test_behind_load:
    mov $202, %eax
    syscall
resolver_test_behind_call:
    mov %fs:0x10, %rax
resolver_test_behind_local:
    ret
    .size resolver_test_load, . - resolver_test_load
    .popsection
)");

class NoBounds : public unwind::FunctionSource {
  public:
    std::optional<unwind::FileRange> function(const unwind::Image&, uint64_t) override {
        return std::nullopt;
    }
};

class AccessResolverTest : public testing::Test {
  protected:
    AccessResolverTest() {
        for (const recording::Mapping& mapping : executable_mappings(getpid(), 1))
            images_.add(mapping);
        sample_.pid = static_cast<uint32_t>(getpid());
        sample_.time = 2;
    }

    recording::Sample at(const char* ip) {
        sample_.ip = reinterpret_cast<uint64_t>(ip);
        recording::Sample tick;
        resolver_.resolve(sample_, tick);
        return tick;
    }

    NoBounds functions_;
    unwind::ImageMap images_;
    AccessResolver resolver_{images_, functions_};
    PerfSample sample_;
};

TEST_F(AccessResolverTest, ComputesTheAddressOfTheInstructionBefore) {
    sample_.general[7] = 0x100000;  // rdi
    sample_.general[1] = 3;         // rcx
    const recording::Sample tick = at(resolver_test_behind_load);
    EXPECT_EQ(tick.outcome, 0U);
    EXPECT_EQ(tick.instruction, reinterpret_cast<uint64_t>(resolver_test_load));
    EXPECT_EQ(tick.address, 0x100028U);
    EXPECT_EQ(tick.size, 8U);
    EXPECT_EQ(tick.access, 1U);
}

TEST_F(AccessResolverTest, AnAccessThatIsJumpedOverIsNone) {
    sample_.general[7] = 0;  // rdi: a null pointer, which the code has just tested for
    const recording::Sample tick = at(resolver_test_behind_load);
    EXPECT_EQ(tick.outcome, 1U);
    EXPECT_EQ(tick.address, 0U);
}

TEST_F(AccessResolverTest, TellsTheVtableOfAnObject) {
    static const int constant = 7;  // as good as a vtable, for who does not know symbols
    const void* object[4] = {&constant};
    sample_.general[7] = reinterpret_cast<uint64_t>(object);  // rdi
    const recording::Sample tick = at(resolver_test_behind_load);
    EXPECT_EQ(tick.address, reinterpret_cast<uint64_t>(object) + 0x10);
    EXPECT_EQ(tick.vtable, reinterpret_cast<uint64_t>(&constant));
    EXPECT_EQ(tick.into, 0x10U);
    sample_.general[7] = 0x100000;
    EXPECT_EQ(at(resolver_test_behind_load).vtable, 0U);
}

TEST_F(AccessResolverTest, KnowsFutexCalls) {
    sample_.general[7] = 0x2000;   // rdi: the word
    sample_.general[6] = 128 | 9;  // rsi: FUTEX_WAIT_BITSET, private
    const recording::Sample tick = at(resolver_test_behind_call);
    EXPECT_EQ(tick.outcome, 6U);
    EXPECT_EQ(tick.address, 0x2000U);
    EXPECT_EQ(tick.access, 9U);
}

TEST_F(AccessResolverTest, ThreadLocalVariablesAreTheThreadsOwn) {
    sample_.tid = static_cast<uint32_t>(gettid());
    uint64_t thread_pointer = 0;
    asm("mov %%fs:0, %0" : "=r"(thread_pointer));
    EXPECT_EQ(at(resolver_test_behind_local).address, thread_pointer + 0x10);
    sample_.tid = 1 << 30;  // no such thread
    const recording::Sample tick = at(resolver_test_behind_local);
    EXPECT_EQ(tick.outcome, 8U);
    EXPECT_EQ(tick.address, 0U);
}

// A compiler that generates code may write other code to the same place.
TEST_F(AccessResolverTest, GeneratedCodeIsReadEachTime) {
    void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(page, MAP_FAILED);
    const auto start = reinterpret_cast<uint64_t>(page);
    images_.add({1, sample_.pid, start, start + 4096, start, "", "//anon"});
    auto* const code = static_cast<char*>(page);
    std::memset(code, '\x90', 4096);
    sample_.general[7] = 0x100000;                                   // rdi
    std::ranges::copy(std::string_view("\x48\x8b\x07"), code + 64);  // mov (%rdi), %rax
    EXPECT_EQ(at(code + 67).address, 0x100000U);
    std::ranges::copy(std::string_view("\x48\x8b\x47\x08"), code + 63);  // mov 0x8(%rdi), %rax
    EXPECT_EQ(at(code + 67).address, 0x100008U);
    ::munmap(page, 4096);
    EXPECT_EQ(at(code + 67).outcome, 5U);
}

TEST_F(AccessResolverTest, CodeThatIsNotMappedIsNotGuessed) {
    const recording::Sample tick = at(nullptr);
    EXPECT_EQ(tick.outcome, 5U);
    EXPECT_EQ(tick.address, 0U);
}

}  // namespace
}  // namespace hotlock::collector
