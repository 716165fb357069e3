// Real stacks of this very process, unwound from a slice and compared with glibc's backtrace().
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <set>
#include <thread>

#include "analyzer/symbols/symbolizer.h"
#include "common/unwind/slice_walk.h"
#include "test/unit/unwind/own_process.h"

// The compiler omits frame pointers here although the build asks for them: what most libraries do.
#ifdef __clang__
#define NO_FRAME_POINTER [[gnu::noinline]]
#else
#define NO_FRAME_POINTER [[gnu::noinline, gnu::optimize("omit-frame-pointer")]]
#endif

namespace hotlock {
namespace {

using unwind::Rule;

thread_local OwnStack* captured = nullptr;

NO_FRAME_POINTER void leaf() {
    capture(*captured);
    asm volatile("");  // keeps the call from becoming a jump
}

NO_FRAME_POINTER int compare(const void* a, const void* b) {
    if (captured->words.empty()) leaf();
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

NO_FRAME_POINTER void through_qsort() {
    int numbers[] = {3, 1, 2};
    std::qsort(numbers, 3, sizeof numbers[0], compare);
    asm volatile("" ::"r"(numbers) : "memory");
}

// Aligned locals and arguments on the stack: the CFA can only be read from memory.
[[gnu::noinline]] int realigned(int, int, int, int, int, int, int seventh, int size) {
    alignas(64) volatile char aligned[64];
    auto* variable = static_cast<volatile char*>(__builtin_alloca(size));
    aligned[0] = static_cast<char>(seventh);
    variable[0] = aligned[0];
    through_qsort();
    return aligned[0] + variable[0];
}

struct Result {
    OwnStack stack;
    unwind::Walk walk;
    std::set<Rule::Kind> kinds;
};

// Runs `work` in a thread of its own and unwinds from where it called leaf().
template <class Work>
Result run_and_unwind(Work work) {
    Result result;
    std::thread([&] {
        prepare(result.stack);
        captured = &result.stack;
        work();
    }).join();
    const unwind::ImageMap images = own_images();
    const ElfKnowledge knowledge = open_elf_knowledge();
    result.walk =
        unwind::walk_slice(slice_of(result.stack, images), images, *knowledge.rules,
                           [&](uint64_t, const Rule& rule) { result.kinds.insert(rule.kind); });
    return result;
}

// All callers of capture(), down to the thread's start.
void expect_whole(const Result& result) {
    const std::vector<uint64_t>& addresses = result.walk.addresses;
    ASSERT_GT(result.stack.backtrace.size(), 3U);
    ASSERT_FALSE(addresses.empty());
    EXPECT_EQ(std::vector(addresses.begin() + 1, addresses.end()), result.stack.backtrace);
    EXPECT_TRUE(result.walk.complete);
    EXPECT_TRUE(result.kinds.contains(Rule::Kind::end));
}

TEST(RealStack, ThroughLibraryCodeWithoutFramePointers) {
    const Result result = run_and_unwind(through_qsort);
    expect_whole(result);
    EXPECT_TRUE(result.kinds.contains(Rule::Kind::sp));
}

TEST(RealStack, ThroughAStrippedCryptoLibrary) {
    void* const libcrypto = ::dlopen("libcrypto.so.3", RTLD_NOW);
    if (!libcrypto) GTEST_SKIP() << "no libcrypto.so.3";
    using RunOnce = int (*)(pthread_once_t*, void (*)());
    const auto run_once = reinterpret_cast<RunOnce>(::dlsym(libcrypto, "CRYPTO_THREAD_run_once"));
    ASSERT_NE(run_once, nullptr);
    const Result result = run_and_unwind([&] {
        pthread_once_t once = PTHREAD_ONCE_INIT;
        run_once(&once, through_qsort);
    });
    expect_whole(result);
}

TEST(RealStack, ThroughARealignedFrame) {
    const Result result = run_and_unwind([] { realigned(1, 2, 3, 4, 5, 6, 7, 100); });
    expect_whole(result);
    EXPECT_TRUE(result.kinds.contains(Rule::Kind::fp_saved_sp));
}

TEST(RealStack, OutOfASignalHandler) {
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = [](int) { leaf(); };
    ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
    const Result result = run_and_unwind([] {
        raise(SIGUSR1);
        asm volatile("");
    });
    sigaction(SIGUSR1, &before, nullptr);
    expect_whole(result);
    EXPECT_TRUE(result.kinds.contains(Rule::Kind::signal));
}

TEST(RealStack, CutShortIsTruncated) {
    OwnStack stack;
    std::thread([&] {
        prepare(stack);
        captured = &stack;
        through_qsort();
    }).join();
    const unwind::ImageMap images = own_images();
    recording::Slice slice = slice_of(stack, images);
    slice.words.resize(slice.words.size() / 2);
    const unwind::Walk walk = unwind::walk_slice(slice, images, *open_elf_knowledge().rules);
    EXPECT_FALSE(walk.complete);
    EXPECT_LT(walk.addresses.size(), stack.backtrace.size() + 1);
}

TEST(RealStack, MainThreadEndsAtStart) {
    OwnStack stack;
    prepare(stack);
    captured = &stack;
    through_qsort();
    captured = nullptr;
    const unwind::ImageMap images = own_images();
    const unwind::Walk walk =
        unwind::walk_slice(slice_of(stack, images), images, *open_elf_knowledge().rules);
    EXPECT_TRUE(walk.complete);
    EXPECT_EQ(walk.addresses.back(), stack.backtrace.back());
}

}  // namespace
}  // namespace hotlock
