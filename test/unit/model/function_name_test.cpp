// Names as c++filt prints them, and names that only look like C++.
#include "common/model/function_name.h"

#include <gtest/gtest.h>

namespace hotlock {
namespace {

TEST(ShortFunction, DropsParametersAndQualifiers) {
    EXPECT_EQ(short_function("Pool::next(unsigned char*, unsigned long)"), "Pool::next");
    EXPECT_EQ(short_function("Pool::size() const"), "Pool::size");
    EXPECT_EQ(short_function("Pool::visit(void (*)(int)) const &"), "Pool::visit");
    EXPECT_EQ(short_function("Pool::grow(unsigned long) [clone .cold]"), "Pool::grow");
}

TEST(ShortFunction, DropsReturnTypesAndTemplateArguments) {
    EXPECT_EQ(short_function("void a::B<int>::run<std::pair<char, int> >(char) const"),
              "a::B<…>::run<…>");
    EXPECT_EQ(short_function("std::vector<int> make<int>(int)"), "make<…>");
}

TEST(ShortFunction, KeepsOperatorsLambdasAndAnonymousNamespaces) {
    EXPECT_EQ(short_function("Key::operator()(int) const"), "Key::operator()");
    EXPECT_EQ(short_function("Key::operator()"), "Key::operator()");
    EXPECT_EQ(short_function("Key::operator<(Key const&) const"), "Key::operator<");
    EXPECT_EQ(short_function("std::ostream& operator<< <char>(std::ostream&, char)"),
              "std::ostream& operator<< <…>");
    EXPECT_EQ(short_function("Key::operator bool() const"), "Key::operator bool");
    EXPECT_EQ(short_function("Key::operator->() const"), "Key::operator->");
    EXPECT_EQ(short_function("main::{lambda(int, char)#1}::operator()(int, char) const"),
              "main::{lambda(int, char)#1}::operator()");
    EXPECT_EQ(short_function("(anonymous namespace)::fill(int)"), "(anonymous namespace)::fill");
}

TEST(ShortFunction, LeavesOtherNamesAlone) {
    for (const char* name : {"gcry_randomize", "", "(", ")", "<", ">", "a<b", "x)", "(x)", " ",
                             "operator", "->", "Java_com_acme_Key.next", "JNI [x y", "f ]"}) {
        EXPECT_EQ(short_function(name), name);
    }
}

TEST(ShortFrame, FallsBackToModuleAndOffset) {
    Frame frame;
    frame.module = "/usr/lib/libx.so.1";
    frame.offset = 0x1234;
    EXPECT_EQ(short_frame(frame), "libx.so.1+0x1234");
    frame.function = "f(int)";
    EXPECT_EQ(short_frame(frame), "f");
}

}  // namespace
}  // namespace hotlock
