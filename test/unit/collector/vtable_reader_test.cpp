// Reads words of this very test.
#include "collector/vtable_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>

namespace hotlock::collector {
namespace {

constexpr uint64_t second = 1'000'000'000;

const int constant = 7;
int variable = 7;

// Some object on the heap that begins with this word.
struct Object {
    uint64_t first = 0;
    uint64_t second = 0;
};

uint64_t address(const void* place) {
    return reinterpret_cast<uint64_t>(place);
}

class VtableReaderTest : public testing::Test {
  protected:
    uint64_t read(uint64_t first, uint64_t time = 1) {
        object_->first = first;
        return reader_.read(static_cast<uint32_t>(::getpid()), time, address(object_.get()));
    }
    std::unique_ptr<Object> object_ = std::make_unique<Object>();
    VtableReader reader_;
};

TEST_F(VtableReaderTest, TellsAddressesOfConstantsInFiles) {
    EXPECT_EQ(read(address(&constant)), address(&constant));
}

TEST_F(VtableReaderTest, TellsNothingElse) {
    EXPECT_EQ(read(0x5ec2e7'5ec2e7), 0U);
}

TEST_F(VtableReaderTest, NeitherHeapsNorVariables) {
    EXPECT_EQ(read(address(object_.get())), 0U);
    VtableReader other;
    object_->first = address(&variable);
    EXPECT_EQ(other.read(static_cast<uint32_t>(::getpid()), 1, address(object_.get())), 0U);
}

TEST_F(VtableReaderTest, OneWordIsReadOnceASecond) {
    EXPECT_EQ(read(address(&constant)), address(&constant));
    EXPECT_EQ(read(1, second / 2), address(&constant));
    EXPECT_EQ(read(1, 2 * second), 0U);
}

TEST_F(VtableReaderTest, WhatCannotBeReadTellsNothing) {
    const auto self = static_cast<uint32_t>(::getpid());
    object_->first = address(&constant);
    EXPECT_EQ(reader_.read(self, 1, address(object_.get()) + 1), 0U);
    EXPECT_EQ(reader_.read(self, 1, 8), 0U);
    EXPECT_EQ(reader_.read(0x7fffffff, 1, address(object_.get())), 0U);
}

}  // namespace
}  // namespace hotlock::collector
