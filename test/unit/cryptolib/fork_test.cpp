// A forked child must not produce what its parent produces.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

#include "cryptolib/include/cryptolib/random/singleton_entropy.h"
#include "cryptolib/include/cryptolib/random/thread_local_entropy.h"
#include "cryptolib/include/cryptolib/random/wiped_on_fork.h"

namespace cryptolib {
namespace {

using Block = std::array<std::byte, 32>;

// Runs `make` in a forked child and returns what it made.
Block in_child(const std::function<Block()>& make) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        const Block block = make();
        _exit(write(ends[1], block.data(), block.size()) == ssize_t{sizeof(block)} ? 0 : 1);
    }
    close(ends[1]);
    Block block{};
    EXPECT_EQ(read(ends[0], block.data(), block.size()), ssize_t{sizeof(block)});
    close(ends[0]);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    return block;
}

template <class Entropy>
Block next_block() {
    Block block{};
    Entropy::fill(block);
    return block;
}

template <class Entropy>
void expect_that_children_and_parent_differ() {
    next_block<Entropy>();  // leaves a key and buffered entropy for the child to inherit
    const Block first_child = in_child(next_block<Entropy>);
    const Block second_child = in_child(next_block<Entropy>);
    const Block parent = next_block<Entropy>();
    EXPECT_NE(first_child, parent);
    EXPECT_NE(first_child, second_child);
    EXPECT_NE(second_child, parent);
}

TEST(Fork, SeparatesTheSingletonsStreams) {
    expect_that_children_and_parent_differ<SingletonEntropy>();
}

TEST(Fork, SeparatesTheThreadLocalStreams) {
    expect_that_children_and_parent_differ<ThreadLocalEntropy>();
}

TEST(WipedOnFork, IsZeroInTheChildOnly) {
    WipedOnFork<Block> secret;
    secret->fill(std::byte{0x77});
    EXPECT_EQ(in_child([&] { return *secret; }), Block{});
    EXPECT_EQ(secret->front(), std::byte{0x77});
}

}  // namespace
}  // namespace cryptolib
