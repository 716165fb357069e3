// Names for people.
#include "analyzer/symbols/demangle.h"

#include <gtest/gtest.h>

namespace hotlock::symbols {
namespace {

TEST(Demangle, OnlyWhatIsMangled) {
    EXPECT_EQ(demangle("_ZN4Pool4takeEi"), "Pool::take(int)");
    EXPECT_EQ(demangle("pthread_mutex_lock"), "pthread_mutex_lock");
    EXPECT_EQ(demangle("_Znonsense"), "_Znonsense");
    EXPECT_EQ(demangle(""), "");
}

TEST(Demangle, DropsVersionsAndMarksOfTheOptimiser) {
    EXPECT_EQ(demangle("read@@GLIBC_2.2.5"), "read");
    EXPECT_EQ(demangle("parse.part.0"), "parse");
    EXPECT_EQ(demangle("parse.constprop.0.isra.0"), "parse");
    EXPECT_EQ(demangle("_ZN4Pool4takeEi.cold"), "Pool::take(int)");
    EXPECT_EQ(demangle("main.(*Pool).Take"), "main.(*Pool).Take");
    EXPECT_EQ(demangle("@@"), "@@");
}

TEST(Demangle, StaysWithinBounds) {
    EXPECT_EQ(demangle(std::string(100'000, 'x')).size(), 4096U);
    EXPECT_LE(demangle("_Z" + std::string(100'000, 'P') + "i").size(), 4096U);

    // Each argument of f is a template with the one before it twice: 218 MB when written out.
    std::string bomb = "_Z1f1AI1BS0_E";
    const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int i = 1; i < 24; ++i) {
        const char before[] = {'S', digits.at(i), '_', '\0'};
        bomb.append("S_I").append(before).append(before).append("E");
    }
    EXPECT_EQ(demangle(bomb), bomb);
}

TEST(Demangle, NumbersOfStaticVariables) {
    EXPECT_EQ(without_number("lock.0"), "lock");
    EXPECT_EQ(without_number("lock.1234"), "lock");
    EXPECT_EQ(without_number("lock"), "lock");
    EXPECT_EQ(without_number("lock.x"), "lock.x");
    EXPECT_EQ(without_number(".5"), ".5");
    EXPECT_EQ(without_number(""), "");
}

}  // namespace
}  // namespace hotlock::symbols
