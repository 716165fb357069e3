#include "collector/thread_pointers.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace hotlock::collector {
namespace {

uint64_t own_thread_pointer() {
    uint64_t pointer = 0;
    asm("mov %%fs:0, %0" : "=r"(pointer));
    return pointer;
}

std::optional<uint64_t> found_for_this_thread() {
    ThreadPointers pointers;
    return pointers.find(static_cast<uint32_t>(getpid()), static_cast<uint32_t>(gettid()));
}

TEST(ThreadPointers, OfTheFirstThread) {
    EXPECT_EQ(found_for_this_thread(), own_thread_pointer());
}

TEST(ThreadPointers, OfOtherThreads) {
    for (int i = 0; i < 20; i++)
        std::thread([] { EXPECT_EQ(found_for_this_thread(), own_thread_pointer()); }).join();
}

TEST(ThreadPointers, NothingForAThreadThatIsNotThere) {
    ThreadPointers pointers;
    EXPECT_EQ(pointers.find(1 << 30, 1 << 30), std::nullopt);
}

TEST(ThreadPointers, AreRememberedUntilForgotten) {
    ThreadPointers pointers;
    uint32_t tid = 0;
    const auto pid = static_cast<uint32_t>(getpid());
    std::thread([&] {
        tid = static_cast<uint32_t>(gettid());
        EXPECT_TRUE(pointers.find(pid, tid));
    }).join();
    EXPECT_TRUE(pointers.find(pid, tid));
    pointers.forget(pid, tid);
    EXPECT_FALSE(pointers.find(pid, tid));
}

}  // namespace
}  // namespace hotlock::collector
