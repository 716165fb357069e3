#include "analyzer/profile/function_name.h"

#include <gtest/gtest.h>

using hotlock::profiling::without_parameters;

TEST(FunctionName, LeavesNamesWithoutParametersAlone) {
    EXPECT_EQ(without_parameters("gcry_randomize"), "gcry_randomize");
    EXPECT_EQ(without_parameters("Pool::take"), "Pool::take");
    EXPECT_EQ(without_parameters("sync.(*Mutex).Lock"), "sync.(*Mutex).Lock");
    EXPECT_EQ(without_parameters("<T as Trait>::run"), "<T as Trait>::run");
    EXPECT_EQ(without_parameters(""), "");
}

TEST(FunctionName, DropsParametersAndQualifiers) {
    EXPECT_EQ(without_parameters("Pool::take(int, std::vector<int>) const"), "Pool::take");
    EXPECT_EQ(without_parameters("take(void (*)(int)) [clone .part.0]"), "take");
}

TEST(FunctionName, DropsTemplateArgumentsAndReturnTypes) {
    EXPECT_EQ(without_parameters("void Pool<int>::run<char>(char) const"), "Pool::run");
    EXPECT_EQ(without_parameters("std::map<int, char>::at(int const&)"), "std::map::at");
}

TEST(FunctionName, KeepsOperatorsLambdasAndAnonymousScopes) {
    EXPECT_EQ(without_parameters("Pool::operator()(int)"), "Pool::operator()");
    EXPECT_EQ(without_parameters("Pool::operator<<(int)"), "Pool::operator<<");
    EXPECT_EQ(without_parameters("Pool::operator bool() const"), "Pool::operator bool");
    EXPECT_EQ(without_parameters("main::{lambda(int)#1}::operator()(int) const"),
              "main::{lambda(int)#1}::operator()");
    EXPECT_EQ(without_parameters("run(int)::{lambda()#1}::operator()() const"),
              "run::{lambda()#1}::operator()");
    EXPECT_EQ(without_parameters("(anonymous namespace)::work(int)"),
              "(anonymous namespace)::work");
}

TEST(FunctionName, SurvivesUnbalancedBrackets) {
    EXPECT_EQ(without_parameters("f(((<"), "f");
    EXPECT_EQ(without_parameters("f<(("), "f");
    EXPECT_EQ(without_parameters("main::{{("), "main::{{(");
}
