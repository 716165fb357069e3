#include "collector/stack_filter.h"

#include <gtest/gtest.h>

#include <cstring>

namespace hotlock::collector {
namespace {

unwind::ImageMap one_image() {
    unwind::ImageMap images;
    images.add({.time = 1, .pid = 10, .start = 0x400000, .end = 0x401000, .path = "/bin/x"});
    return images;
}

TEST(StackFilter, KeepsCodeAndOwnStackOnly) {
    const unwind::ImageMap images = one_image();
    const StackFilter filter(images, 10, 0x7fff0000, 64);
    const std::vector<uint64_t> words{0x400123,   0xdeadbeefdeadbeef, 0x7fff0038,
                                      0x7fff0040, 0x401000,           0};
    const std::vector<recording::StackWord> kept = filter.filter(words);
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].index, 0U);
    EXPECT_EQ(kept[0].value, 0x400123U);
    EXPECT_EQ(kept[1].index, 2U);
    EXPECT_EQ(kept[1].value, 0x7fff0038U);
}

TEST(StackFilter, NothingOfAKeySurvives) {
    const unwind::ImageMap images = one_image();
    std::vector<uint64_t> words(4);
    std::memcpy(words.data(), "0123456789abcdef0123456789abcdef", 32);
    EXPECT_TRUE(StackFilter(images, 10, 0x7fff0000, 64).filter(words).empty());
}

TEST(StackFilter, CodeOfAnotherProcessIsNoCode) {
    const unwind::ImageMap images = one_image();
    EXPECT_FALSE(StackFilter(images, 11, 0x7fff0000, 64).keeps(0x400123));
}

}  // namespace
}  // namespace hotlock::collector
